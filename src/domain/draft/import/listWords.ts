import { smallLetters } from '#chain/text/label.ts'

/** Words of a list, which a comma separates. */
function words(list: string): readonly string[] {
  return list.split(',').map((word) => smallLetters(word.trim().replace(/\s+/g, ' ')))
}

/**
 * The words that the reader of lists knows, in lower case, in the languages that most lists are in. They find columns and
 * name questions. No word decides that a row is paid, left out or fine: with this table empty a person is asked more, and
 * nothing else is paid. Only `settled` and `caution` add a question, where a word is the same in all rows, part of a name or
 * above the list.
 */
export const listWords = {
  payee: words(`
    payee, receiver, recipient, address, wallet, to, account, pay to, destination, beneficiary, wallet address,
    receiver address, recipient address, payee address, to address, bsc address, crypto address, payment
    address, payout address, bnb address, evm address, bep20 address, address bep20, address bsc, wallet bsc,
    wallet bep20, your wallet, your wallet address, destination address, usdt address, recipient wallet, payout
    wallet, wallet id, receiving address, empfänger, empfaenger, adresse, wallet adresse, empfängeradresse,
    zieladresse, destinataire, bénéficiaire, portefeuille, adresse du portefeuille, destinatario, beneficiario,
    dirección, direccion, billetera, cartera, endereço, endereco, carteira, destinatário, indirizzo,
    portafoglio, ontvanger, adres, odbiorca, portfel, alıcı, cüzdan, cüzdan adresi, адрес, получатель, кошелек,
    кошелёк, адрес кошелька, адреса, гаманець, 地址, 钱包地址, 收款地址, 收款人, アドレス, ウォレット, 주소, 지갑 주소, địa chỉ, alamat, العنوان, المحفظة,
    عنوان المحفظة, المستلم, المستفيد
  `),
  amount: words(`
    amount, value, sum, total, payout, payment, fee, amount due, amount to pay, to pay, to be paid, amount to be paid, total amount, remaining,
    remaining amount, outstanding, balance due, still due, restbetrag, reste à payer, restante, payment
    amount, payout amount, net amount, token amount, quantity, token value, tokenvalue, due, reward, salary,
    compensation, commission, net, gross, netto, brutto, neto, bruto, amt, bounty, pay, betrag, summe, honorar, gage, auszahlung,
    zahlbetrag, vergütung, wert, menge, montant, somme, paiement, à payer, rémunération, cachet, importe, monto,
    cantidad, pago, suma, valor, quantia, montante, pagamento, importo, somma, bedrag, kwota, suma do zapłaty,
    tutar, miktar, ödeme, сумма, к оплате, оплата, сума, 金额, 数量, 付款金额, 金額, 금액, số tiền, jumlah, المبلغ, القيمة,
    إجمالي المبلغ
  `),
  token: words(`
    token, currency, symbol, asset, token address, token symbol, coin, crypto, token contract, contract address,
    contract, unit, ccy, asset type, token name, crypto currency, cryptocurrency, währung, waehrung, devise,
    monnaie, jeton, moneda, moeda, valuta, waluta, para birimi, валюта, токен, 币种, 代币, 通貨, 통화, mata uang, العملة
  `),
  tokenType: ['token type'],
  /** Titles of what is never paid: a count, a number, a date. */
  other: words(`
    #, no, nr, num, number, id, row, index, pos, position, n°, nº, №, lp, 序号, date, datum, fecha, data, дата,
    day, month, year, time, timestamp, due date, post date, followers, follower, subscribers, views, likes,
    posts, videos, reels, stories, clicks, impressions, engagement, reach, age, zip, plz, phone, telefon, tel,
    mobile, abonnés, seguidores, abonnenten, подписчики, chain id, chainid, block, nonce, txn hash, tx hash,
    transaction hash, from, from address, sender, sender address, score, rank, percent, share, weight, qty,
    count, invoice, invoice no, invoice number, price usd, balance, paid, discount
  `),
  /** Titles of dates other than those of payments. */
  dates: words(`
    date, due, due date, deadline, invoice date, contract date, post date, posted, posted on, publish date, published, published on,
    publication date, live date, go live, start, start date, end, end date, period, created, created at, updated, updated at,
    last updated, joined, joined on, submitted, submitted at, timestamp, time, day, week, month, birthday, datum, fälligkeit,
    fällig am, rechnungsdatum, zeitstempel, startdatum, enddatum, veröffentlicht, veröffentlicht am, fecha, fecha de factura,
    publicado, vencimiento, data, vencimento, scadenza, date de facture, échéance, publié, дата, срок
  `),
  /** Titles of networks, whose names can be those of tokens: `BNB`. */
  network: words(
    'network, chain, chain id, chainid, blockchain, chain type, netzwerk, kette, réseau, red, rede, rete, ağ, sieć, mạng, jaringan, сеть, мережа, 网络, 链, ネットワーク, 네트워크, الشبكة',
  ),
  /** Of several columns with such titles, the one whose title comes first here has the names. */
  name: words(`
    name, full name, display name, payee name, recipient name, receiver name, influencer, creator, nombre, nom, nome, имя,
    名称, 姓名, contact, contact name, alias, person, artist, kontakt, bezeichnung, contacto, contato, contatto, naam, nazwa,
    isim, назва, 名前, 이름, nama, tên, الاسم, username, nickname, your name, what's your name?, imię, név, ad
  `),
  handle: words(
    'handle, instagram, instagram handle, ig, tiktok, youtube, twitter, x handle, telegram, profile',
  ),
  reference: words(`
    reference, ref, invoice, invoice no, invoice number, referenz, rechnung, rechnungsnummer, référence, facture,
    referencia, factura
  `),
  note: words(`
    note, notes, memo, comment, comments, remark, remarks, label, notiz, bemerkung, kommentar, verwendungszweck, nota,
    notas, comentario, commentaire, заметка, примечание, 备注, メモ, ملاحظة, ملاحظات
  `),
  campaign: words(`
    campaign, campaign name, kampagne, campagne, campaña, campana, campanha, campagna, kampania, kampanya, кампания,
    кампанія, 活动, キャンペーン, 캠페인, chiến dịch, kampanye
  `),
  /**
   * Words beside which a number is money, in titles that are not known as a whole: a price, and a part that may come to
   * the amount or was taken off it.
   */
  money: words(`
    budget, price, rate, cost, preis, prix, precio, prezzo, cena, цена, tarif, bonus, tip, tips, extra, extras, advance,
    deposit, prepaid, prepayment, tax, vat, gst, withholding, deduction, deductions, expense, expenses, surcharge, refund,
    steuer, mwst, ust, anzahlung, vorschuss, abzug, spesen, trinkgeld, tva, acompte, avance, prime, iva, propina, adelanto,
    anticipo, impuesto, imposto, acconto, podatek, zaliczka, avans, vergi, аванс, бонус, ндс, налог
  `),
  /** Words that begin a line of sums. */
  total: words(`
    total, totals, grand total, subtotal, sum, summe, gesamt, gesamtsumme, gesamtbetrag, zwischensumme, insgesamt, somme,
    total général, totale, totaal, suma, total general, soma, somma, razem, toplam, jumlah, итого, всего, сумма, разом,
    всього, 合计, 总计, 合計, 합계, tổng, tổng cộng, المجموع, الإجمالي
  `),
  /** Words that begin a line that says something else about all rows. */
  average: words('average, avg, mean, median, durchschnitt, mittelwert, moyenne, promedio, media, среднее'),
  /** Words for a row that was paid or set aside. They raise the question, and make *Leave out* its first answer. */
  settled: words(`
    paid, already paid, sent, done, complete, completed, success, executed, settled, cancelled, canceled, void, refunded,
    declined, rejected, hold, on hold, not yet, do not pay, duplicate, blocked, disputed, skip, hidden, struck through, abgelehnt, gesperrt, rechazado, refusé, rifiutato,
    отклонено, 已拒绝, 已取消, iptal, bezahlt, überwiesen, storniert, erledigt, payé, payée, annulé, pagado, pagada,
    cancelado, pagato, annullato, opłacone, ödendi, оплачено, отменено, 已付, 已支付, ❌, 🚫,
    transferred, processed, withdrawn, ausgezahlt, gezahlt, beglichen, zurückgezogen, réglé, réglée, versé, versée, abonado, abonada,
    liquidado, liquidada, quitado, quitada, efetuado, saldato, saldata, betaald, voldaan, zapłacono, opłacono, opłacona, wypłacono,
    ödeme yapıldı, yatırıldı, gönderildi, выплачено, отправлено, перечислено, переведено, сплачено, виплачено, відправлено,
    已付款, 已转账, 已发放, 已打款, 已完成, 已發放, 支払済, 支払済み, 支払い済み, 振込済, 振込済み, 送金済, 送金済み, 지급완료, 지급 완료,
    입금완료, 입금 완료, 송금완료, 송금 완료, đã thanh toán, đã trả, đã chuyển, lunas, terbayar, dibayar, ditransfer, dibatalkan,
    مدفوع, مدفوعة, تم الدفع, تم التحويل, ملغى, שולם, จ่ายแล้ว
  `),
  /** Words that may change who of a whole list is paid, or how much. They raise the question, even where all rows have them. */
  caution: words(`
    not, don't, dont, never, only, except, without, exclude, leave out, skip, wait, until, half, double, twice,
    draft, old, outdated, obsolete, invalid, wrong, example, sample, instead, nicht, kein, keine, nie, nur, außer, ausser, ohne, erst,
    halb, hälfte, doppelt, entwurf, alte, veraltet, ungültig, falsch, beispiel, statt, ne pas, n'est, sauf, seulement, sans, moitié,
    double, brouillon, exemple, no pagar, no se, solo, sólo, excepto, salvo, sin, mitad, doble, borrador, ejemplo, não, nao, somente, apenas,
    exceto, sem, metade, dobro, rascunho, exemplo, non, soltanto, tranne, senza, metà, doppio, bozza, esempio, niet, alleen, behalve, zonder,
    nie płacić, tylko, oprócz, bez, połowa, ödeme yapma, ödemeyin, değil, sadece, hariç, yarısı, taslak, örnek, не, только, кроме, без,
    половина, вдвое, черновик, пример, тільки, крім, jangan, tidak, hanya, kecuali, tanpa, setengah, contoh, không, chỉ, trừ, nửa, لا, فقط,
    عدا, نصف, مسودة, 不, 勿, 别, 別, 只, 仅, 僅, 除, 半, 双倍, 倍, 草稿, 作废, ない, しない, だけ, 以外, のみ, 않, 말고, 제외, 빼고, ห้าม, อย่า
  `),
  /** Ticks: only the title says what they mean. */
  ticked: words('yes, true, ✅, ✔, ☑'),
} satisfies Readonly<Record<string, readonly string[]>>
