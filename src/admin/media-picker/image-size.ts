/** The pixels of a picture as it is shown (turned as its camera says); null for what is no readable picture. */
export async function imageSize(file: File): Promise<{ width: number; height: number } | null> {
  if (!file.type.startsWith('image/')) return null
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    return width > 0 && height > 0 ? { width, height } : null
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(url)
  }
}
