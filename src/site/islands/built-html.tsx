interface Props {
  /** The name of the slot of Island.astro. */
  slot: string
  html: string
}

/** HTML of the page within an island. It stays as it was built: hydration leaves it alone. */
export function BuiltHtml({ slot, html }: Props) {
  return (
    <div
      className="island"
      data-slot={slot}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
