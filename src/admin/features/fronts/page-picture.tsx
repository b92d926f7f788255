import { useQuery } from '@tanstack/react-query'
import { PageFrame } from '../../components/page-frame.tsx'

/** A small picture of the upper part of a page of the site as readers get it; nothing in it can be pressed. */
export function PagePicture({ path, title }: { path: string; title: string }) {
  const { data: html } = useQuery({
    queryKey: ['page of the site', path],
    queryFn: async ({ signal }) => {
      const answer = await fetch(path, { signal })
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
      return answer.text()
    },
    retry: false,
  })
  return (
    <div inert className="aspect-[8/5] overflow-hidden bg-tint">
      {html !== undefined && (
        <PageFrame
          title={`${title}, as readers see it`}
          html={html}
          device="desktop"
          className="h-full rounded-none border-0"
        />
      )}
    </div>
  )
}
