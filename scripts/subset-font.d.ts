declare module 'subset-font' {
  interface Options {
    targetFormat?: 'sfnt' | 'woff' | 'woff2'
    /** A number pins an axis, a range narrows it; axes not named stay as they are. */
    variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>
    noHinting?: boolean
  }

  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>
}
