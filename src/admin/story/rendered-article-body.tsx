import { serverClock } from '../../backend/server-clock.ts'
import { type BodyMedia, isEmptyBody, renderBody } from '../../domain/body/render.ts'
import type { Unreadable } from '../../domain/body/content.ts'
import { CroppedPicture } from '../components/cropped-picture.tsx'

const UNREADABLE: Readonly<Record<Unreadable, string>> = {
  unknown: 'Content not available',
  interactive: 'Error loading interactive content',
  'mixed-media': 'Error loading mixed media content',
}

/** An article's content of any format, in the article's type. The HTML comes safe out of `renderBody`. */
export function RenderedArticleBody({ content }: { content: unknown }) {
  const body = renderBody(content, { language: serverClock.storyLanguage() })
  if (body.kind === 'error') return <p className="text-madder">{UNREADABLE[body.reason]}</p>
  if (isEmptyBody(body)) return <p className="text-soft">There is no text yet.</p>
  if (body.kind === 'html') return <Prose html={body.html} />
  if (body.kind === 'interactive') {
    return (
      <div className="flex flex-col gap-10">
        {body.choices.map(({ id, title, description, image, html }) => (
          <section key={id} className="flex flex-col gap-3">
            {image !== null && (
              <CroppedPicture url={image} thumbnail={null} className="aspect-3/2 w-full rounded-sm" />
            )}
            <h2 className="font-serif text-3xl tracking-[-0.02em]">{title}</h2>
            <p className="text-soft">{description}</p>
            <Prose html={html} />
          </section>
        ))}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-8">
      {body.sections.map((section, index) =>
        section.type === 'text' ? (
          <Prose key={index} html={section.html} />
        ) : (
          <div key={index} className="article-prose grid gap-4 sm:grid-cols-2 [&>figure]:m-0">
            {section.items.map((item, place) => (
              <MediaFigure key={place} item={item} />
            ))}
          </div>
        ),
      )}
    </div>
  )
}

function Prose({ html }: { html: string }) {
  return <div className="article-prose" dangerouslySetInnerHTML={{ __html: html }} />
}

function MediaFigure({ item: { type, src, alt, caption } }: { item: BodyMedia }) {
  return (
    <figure>
      {type === 'video' ? (
        <video src={src} aria-label={alt} controls preload="metadata" />
      ) : (
        <img src={src} alt={alt} loading="lazy" />
      )}
      {caption !== null && <figcaption>{caption}</figcaption>}
    </figure>
  )
}
