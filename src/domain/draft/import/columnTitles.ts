/** The content of a column. Every other column is a note. */
export type ColumnUse = 'payee' | 'amount' | 'token' | 'tokenType' | Label

/** A column of free text about the payee or the payment. */
type Label = 'name' | 'reference'

/** The use of a column by its title. `other` is something that is never paid: a count, a number, a date. */
type TitleUse = Exclude<ColumnUse, Label> | 'other'

/** The titles of a list, which a comma separates. */
function words(list: string): readonly string[] {
  return list.split(',').map((title) => title.trim().replace(/\s+/g, ' '))
}

/** Titles in lower case, as people and exporters write them, in the order of the languages that use them most. */
const titles: Readonly<Record<TitleUse, readonly string[]>> = {
  payee: words(`
    payee, receiver, recipient, address, wallet, to, account, pay to, destination, beneficiary, wallet address,
    receiver address, recipient address, payee address, to address, bsc address, crypto address, payment
    address, payout address, bnb address, evm address, bep20 address, address bep20, address bsc, wallet bsc,
    wallet bep20, your wallet, your wallet address, destination address, usdt address, recipient wallet, payout
    wallet, wallet id, receiving address, empfänger, empfaenger, adresse, wallet adresse, empfängeradresse,
    zieladresse, destinataire, bénéficiaire, portefeuille, adresse du portefeuille, destinatario, beneficiario,
    dirección, direccion, billetera, cartera, endereço, endereco, carteira, destinatário, indirizzo,
    portafoglio, ontvanger, adres, odbiorca, portfel, alıcı, cüzdan, cüzdan adresi, адрес, получатель, кошелек,
    кошелёк, адрес кошелька, адреса, гаманець, 地址, 钱包地址, 收款地址, 收款人, アドレス, ウォレット, 주소, 지갑 주소, địa chỉ, alamat
  `),
  amount: words(`
    amount, value, sum, total, payout, payment, fee, amount due, amount to pay, to pay, total amount, payment
    amount, payout amount, net amount, token amount, quantity, token value, tokenvalue, due, reward, salary,
    compensation, commission, net, gross, netto, brutto, neto, bruto, amt, bounty, pay, betrag, summe, honorar, gage, auszahlung,
    zahlbetrag, vergütung, wert, menge, montant, somme, paiement, à payer, rémunération, cachet, importe, monto,
    cantidad, pago, suma, valor, quantia, montante, pagamento, importo, somma, bedrag, kwota, suma do zapłaty,
    tutar, miktar, ödeme, сумма, к оплате, оплата, сума, 金额, 数量, 付款金额, 金額, 금액, số tiền, jumlah
  `),
  token: words(`
    token, currency, symbol, asset, token address, token symbol, coin, crypto, token contract, contract address,
    contract, unit, ccy, asset type, token name, crypto currency, cryptocurrency, währung, waehrung, devise,
    monnaie, jeton, moneda, moeda, valuta, waluta, para birimi, валюта, токен, 币种, 代币, 通貨, 통화, mata uang
  `),
  tokenType: ['token type'],
  other: words(`
    #, no, nr, num, number, id, row, index, pos, position, n°, nº, №, lp, 序号, date, datum, fecha, data, дата,
    day, month, year, time, timestamp, due date, post date, followers, follower, subscribers, views, likes,
    posts, videos, reels, stories, clicks, impressions, engagement, reach, age, zip, plz, phone, telefon, tel,
    mobile, abonnés, seguidores, abonnenten, подписчики, chain id, chainid, block, nonce, txn hash, tx hash,
    transaction hash, from, from address, sender, sender address, score, rank, percent, share, weight, qty,
    count, invoice, invoice no, invoice number, price usd, balance, paid, discount
  `),
}

const byTitle = new Map(
  Object.entries(titles).flatMap(([use, known]) => known.map((title) => [title, use as TitleUse] as const)),
)

/** The label column has the first of these titles that exactly one column has. Other free texts are notes. */
const labelTitles: Readonly<Record<Label, readonly string[]>> = {
  name: words(`
    name, full name, display name, payee name, recipient name, receiver name, influencer, creator, username,
    nickname, handle, nombre, nom, nome, имя, 名称, 姓名, contact, contact name, alias, person, artist, kontakt,
    bezeichnung, contacto, contato, contatto, naam, nazwa, isim, назва, 名前, 이름, nama, tên
  `),
  reference: words(`
    reference, ref, invoice, invoice no, invoice number, memo, note, label, referenz, rechnung, rechnungsnummer,
    référence, facture, referencia, factura, verwendungszweck
  `),
}

const campaignTitles = words(`
  campaign, campaign name, kampagne, campagne, campaña, campana, campanha, campagna, kampania, kampanya, кампания,
  кампанія, 活动, キャンペーン, 캠페인, chiến dịch, kampanye
`)

/** The only column of campaigns; null if no column, or several, have such a title. */
export function campaignColumn(header: readonly string[]): number | null {
  const found = header.flatMap((title, at) => (campaignTitles.includes(plainTitle(title)) ? [at] : []))
  return found.length === 1 ? (found[0] ?? null) : null
}

/** A title in lower case, with single spaces between its words. */
export function plainTitle(title: string): string {
  const text = title.slice(0, 100).normalize('NFC').toLowerCase()
  const words = text.replace(/[\s_\-./:*\p{C}]+/gu, ' ').trim()
  return words === '' ? text.trim() : words
}

/** A title without the unit in it: `Amount (USDT)` and `USDT amount` are titles of amounts in USDT. */
export type ReadTitle = {
  readonly use: TitleUse | null
  readonly unit: string | null
  /** An unknown title with a word for amounts in it, as `Withdraw amount`, or with one for prices. */
  readonly mentionsAmount: boolean
}

/** Reads a title: the content of its column, and the unit of its numbers. */
export function readTitle(title: string, isUnit: (text: string) => boolean): ReadTitle {
  const { use, unit } = titleUse(title, isUnit)
  return { use, unit, mentionsAmount: use === null && mentionsAmount(title) }
}

function titleUse(title: string, isUnit: (text: string) => boolean): Pick<ReadTitle, 'use' | 'unit'> {
  const plain = plainTitle(title)
  const known = byTitle.get(plain)
  if (known !== undefined) return { use: known, unit: null }
  const text = title.slice(0, 100).trim()
  if (isUnit(text)) return { use: 'amount', unit: text }
  const [, name = '', unit = ''] =
    /^(.*?)\s*[([]\s*([^()[\]]+?)\s*[)\]]\s*$/u.exec(text) ??
    /^(.*\S)\s+(?:in|en|em|в)\s+(\S+)$/iu.exec(text) ??
    /^(.*\S)[\s,:_-]+(\S+)$/u.exec(text) ??
    []
  if (unit !== '' && isUnit(unit)) return { use: byTitle.get(plainTitle(name)) ?? null, unit }
  const [, first = '', rest = ''] = /^(\S+)[\s_-]+(.+)$/u.exec(text) ?? []
  if (first !== '' && isUnit(first)) return { use: byTitle.get(plainTitle(rest)) ?? null, unit: first }
  // `Amount (per reel)` is a price, so what is in brackets is never ignored.
  return { use: null, unit: null }
}

/** Words beside which a number is money, in titles that are not known as a whole. */
const money = new Set([
  ...titles.amount,
  ...words('budget, price, rate, cost, preis, prix, precio, prezzo, cena, цена, tarif'),
])
/** Words beside which a number counts something. `Paid amount` is still an amount. */
const counted = new Set(
  titles.other.filter((title) => !/^(?:paid|discount|balance|share|from|to)$/.test(title)),
)

function mentionsAmount(title: string): boolean {
  const found = plainTitle(title).split(/[^\p{L}\p{N}#№]+/u)
  return found.some((word) => money.has(word)) && !found.some((word) => counted.has(word))
}

/** The column of a label; null if no column, or several, have its title. */
export function labelColumn(label: Label, header: readonly string[]): number | null {
  const plain = header.map(plainTitle)
  const title = labelTitles[label].find((known) => plain.filter((one) => one === known).length === 1)
  return title === undefined ? null : plain.indexOf(title)
}

/** True for a title of any column. */
export function isKnownTitle(title: string, isUnit: (text: string) => boolean): boolean {
  const plain = plainTitle(title)
  const isLabel = Object.values(labelTitles).some((known) => known.includes(plain))
  return isLabel || readTitle(title, isUnit).use !== null
}

const NETWORK = /network|chain|netzwerk|réseau|\bred\b|\brede\b|\brete\b|сеть|网络|ネットワーク/iu

/** True for the title of networks. Their names can be those of tokens: `BNB`. */
export function isNetworkTitle(title: string): boolean {
  return title.length <= 100 && NETWORK.test(title)
}
