/** The formats of pictures that smaller copies are made of. */
export const COPIED_FORMATS = ['avif', 'gif', 'jpeg', 'png', 'tiff', 'webp'] as const

/** What other programs end the names of JPEG pictures with; Chrome and Windows make .jfif of a picture that is saved. */
export const OTHER_JPEG_ENDINGS = ['jfif', 'jif', 'jpe', 'pjp', 'pjpeg'] as const

/** Endings of their files, before the end of a URL or its `?` or `#`. */
export const COPIED_ENDING = new RegExp(
  `\\.(?:${[...COPIED_FORMATS, ...OTHER_JPEG_ENDINGS, 'jpg', 'tif'].join('|')})(?:[?#]|$)`,
  'i',
)
