// The parts of two packages without types that subset.ts and its test use.
declare module 'subset-font' {
  /** A font with only the characters of `text`. Axes become a number or a smaller range. */
  function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'woff2'
      readonly keepFeatures: string[]
      readonly preserveNameIds: number[]
      readonly variationAxes: Readonly<
        Record<string, number | { readonly min: number; readonly max: number }>
      >
    },
  ): Promise<Buffer>
  export = subsetFont
}

declare module 'fontkit' {
  /** Widths and measures in units of the font. */
  export type Font = {
    readonly characterSet: readonly number[]
    readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>
    readonly availableFeatures: readonly string[]
    readonly unitsPerEm: number
    readonly ascent: number
    readonly descent: number
    readonly copyright: string
    glyphForCodePoint(code: number): { readonly id: number; readonly path: { readonly commands: unknown[] } }
    layout(text: string, features: Readonly<Record<string, boolean>>): { readonly advanceWidth: number }
  }
  export function create(font: Buffer): Font
}
