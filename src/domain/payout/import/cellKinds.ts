import { trimEdges } from '#chain/names/edges.ts'

/** Longer cells hold texts. */
const LONGEST = 100

/** True for a cell that is meant as an address, right or wrong, of any network, or as a name that stands for one. */
export function looksLikeAddress(cell: string): boolean {
  if (cell.length > LONGEST) return false
  const text = trimEdges(cell)
  return (
    /^'?(?:[\w-]+:){0,3}0[xX][0-9a-zA-Z]{10,}$/.test(text) ||
    /^[0-9a-fA-F]{40}$/.test(text) ||
    /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text) ||
    /^(?:bnb|bc)1[a-z0-9]{20,}$/i.test(text) ||
    /^\S+\.(?:eth|bnb)$/i.test(text)
  )
}

/** True for a cell that is meant as a number, in whatever style, right or wrong. */
export function looksLikeNumber(cell: string): boolean {
  if (cell.length > LONGEST) return false
  return /^[+-]?[$€£]?[0-9][0-9.,'’ \u00a0\u202f\u2009]*(?:e[+-]?[0-9]+|%|x[0-9a-f]{1,8})?$/i.test(
    trimEdges(cell),
  )
}
