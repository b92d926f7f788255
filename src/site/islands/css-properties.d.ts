import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Colour of a category's dot. */
    '--dot'?: string | undefined
  }
}
