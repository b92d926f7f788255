declare module 'subset-font' {
  interface Options {
    targetFormat?: 'sfnt' | 'woff' | 'woff2'
    /** A number fixes an axis, a range limits it; other axes stay. */
    variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>
    noHinting?: boolean
    /** Records of the table `name` that are kept beside the ones a font needs. */
    preserveNameIds?: readonly number[]
    keepFeatures?: readonly string[]
  }

  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>
}
