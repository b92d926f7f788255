/** A section counts as being read once its heading is above this share of the viewport height. */
const READING_LINE = 0.35

/**
 * Marks the current section in the table of contents, and moves the progress bar where scroll-driven animations are
 * missing.
 */
export function trackReadingProgress(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')]
  const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))))
  const mark = () => {
    const passed = headings.filter(
      (heading) => heading && heading.getBoundingClientRect().top < innerHeight * READING_LINE,
    )
    for (const [index, link] of links.entries()) {
      if (index === passed.length - 1) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  const observer = new IntersectionObserver(mark, { rootMargin: `0px 0px -${(1 - READING_LINE) * 100}%` })
  for (const heading of headings) if (heading) observer.observe(heading)

  const story = document.querySelector('.story')
  if (!story || CSS.supports('animation-timeline: --story')) return
  const measure = () => {
    const { top, height } = story.getBoundingClientRect()
    const read = Math.min(1, Math.max(0, -top / (height - innerHeight)))
    document.body.style.setProperty('--read', String(read))
  }
  addEventListener('scroll', measure, { passive: true })
  measure()
}
