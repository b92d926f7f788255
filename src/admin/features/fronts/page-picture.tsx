import { useEffect, useRef, useState } from 'react'

/** The width at which the page is drawn, in CSS pixels. */
const PAGE_WIDTH = 1280

/** A small picture of the upper part of a page of the site as readers get it. Its scripts do not run, and nothing in it is pressed. */
export function PagePicture({ path, title }: { path: string; title: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} inert className="aspect-[8/5] w-full overflow-hidden bg-tint">
      {width > 0 && (
        <iframe
          title={`${title}, as readers see it`}
          src={path}
          loading="lazy"
          sandbox="allow-same-origin"
          className="block origin-top-left border-0"
          style={{
            inlineSize: PAGE_WIDTH,
            blockSize: (PAGE_WIDTH * 5) / 8,
            transform: `scale(${width / PAGE_WIDTH})`,
          }}
        />
      )}
    </div>
  )
}
