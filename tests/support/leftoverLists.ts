import { payees } from './pastedLists.ts'

const { A, B, C } = payees

/** Titles and values of a language, most of which the reader's table of words does not know. */
type Language = {
  readonly language: string
  /** Titles: the wallet, the amount in USDT, a status, a network, when it was paid, a note. */
  readonly titles: readonly [
    wallet: string,
    amount: string,
    status: string,
    network: string,
    paid: string,
    note: string,
  ]
  readonly done: string
  readonly open: string
  /** A note that takes the payment back, and one that says nothing. */
  readonly stop: string
  readonly thanks: string
}

const languages: readonly Language[] = [
  {
    language: 'Hebrew',
    titles: ['כתובת', 'סכום USDT', 'סטטוס', 'רשת', 'שולם ב', 'הערה'],
    done: 'שולם',
    open: 'פתוח',
    stop: 'לא לשלם',
    thanks: 'תודה',
  },
  {
    language: 'Thai',
    titles: ['ที่อยู่', 'จำนวนเงิน USDT', 'สถานะ', 'เครือข่าย', 'จ่ายเมื่อ', 'หมายเหตุ'],
    done: 'จ่ายแล้ว',
    open: 'รอจ่าย',
    stop: 'ยกเลิก',
    thanks: 'ขอบคุณ',
  },
  {
    language: 'Vietnamese',
    titles: ['Ví', 'Tiền (USDT)', 'Trạng thái', 'Mạng', 'Đã trả', 'Ghi chú'],
    done: 'đã trả',
    open: 'chưa trả',
    stop: 'hủy',
    thanks: 'cảm ơn',
  },
  {
    language: 'Arabic',
    titles: ['العنوان', 'المبلغ USDT', 'الحالة', 'الشبكة', 'دفع في', 'ملاحظة'],
    done: 'مدفوع',
    open: 'مفتوح',
    stop: 'لا تدفع',
    thanks: 'شكرا',
  },
  {
    language: 'Hindi',
    titles: ['पता', 'राशि USDT', 'स्थिति', 'नेटवर्क', 'भुगतान', 'टिप्पणी'],
    done: 'भुगतान हुआ',
    open: 'बाकी',
    stop: 'रद्द',
    thanks: 'धन्यवाद',
  },
  {
    language: 'Greek',
    titles: ['Διεύθυνση', 'Ποσό USDT', 'Κατάσταση', 'Δίκτυο', 'Πληρώθηκε', 'Σημείωση'],
    done: 'πληρώθηκε',
    open: 'ανοιχτό',
    stop: 'ακυρώθηκε',
    thanks: 'ευχαριστώ',
  },
  {
    language: 'Hungarian',
    titles: ['Tárca', 'Összeg USDT', 'Állapot', 'Hálózat', 'Fizetve', 'Megjegyzés'],
    done: 'kifizetve',
    open: 'nyitott',
    stop: 'törölve',
    thanks: 'köszönjük',
  },
  {
    language: 'Finnish',
    titles: ['Lompakko', 'Summa USDT', 'Tila', 'Verkko', 'Maksettu', 'Huomautus'],
    done: 'maksettu',
    open: 'avoin',
    stop: 'peruttu',
    thanks: 'kiitos',
  },
  {
    language: 'Czech',
    titles: ['Peněženka', 'Částka USDT', 'Stav', 'Síť', 'Zaplaceno', 'Poznámka'],
    done: 'zaplaceno',
    open: 'otevřeno',
    stop: 'neplatit',
    thanks: 'díky',
  },
  {
    language: 'Persian',
    titles: ['آدرس', 'مبلغ USDT', 'وضعیت', 'شبکه', 'پرداخت', 'یادداشت'],
    done: 'پرداخت شد',
    open: 'باز',
    stop: 'لغو',
    thanks: 'ممنون',
  },
  {
    language: 'Korean',
    titles: ['주소', '금액 USDT', '상태', '네트워크', '지급일', '비고'],
    done: '지급 완료',
    open: '대기',
    stop: '취소',
    thanks: '감사합니다',
  },
  {
    language: 'Swahili',
    titles: ['Anwani', 'Kiasi USDT', 'Hali', 'Mtandao', 'Imelipwa', 'Maelezo'],
    done: 'imelipwa',
    open: 'wazi',
    stop: 'usilipe',
    thanks: 'asante',
  },
]

/** A list with one column that sets rows apart. */
export type LeftoverList = {
  readonly name: string
  readonly text: string
  /** The title of that column, and its values in the order of the lines. */
  readonly title: string
  readonly values: readonly [string, string, string]
}

/** Lists of trackers, exchanges and sheets in twelve languages, with five kinds of columns. */
export const leftoverLists: readonly LeftoverList[] = languages.flatMap(
  ({ language, titles: [wallet, amount, status, network, paid, note], done, open, stop, thanks }) => {
    const list = (
      kind: string,
      separator: string,
      title: string,
      values: LeftoverList['values'],
    ): LeftoverList => {
      const rows = [A, B, C].map((payee, index) => [payee, `${index + 5}.25`, values[index] ?? ''])
      const lines = [[wallet, amount, title], ...rows].map((cells) => cells.join(separator))
      return { name: `${kind} in ${language}`, text: lines.join('\n'), title, values }
    }
    return [
      list('a status of a tracker', ',', status, [done, open, open]),
      list('a network of an exchange', '\t', network, ['BSC', 'TRC20', 'BSC']),
      list('days of payment in a sheet', ';', paid, ['2026-11-03', '', '']),
      list('notes', '\t', note, [thanks, stop, thanks]),
      list('a mark of the sheet', ',', '', ['', 'hidden in the sheet', '']),
    ]
  },
)
