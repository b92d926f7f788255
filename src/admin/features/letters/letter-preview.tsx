import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Choice } from '../../components/choice.tsx'
import { inScheme } from '../../components/in-scheme.ts'
import { type Device, DeviceChoice, PageFrame } from '../../components/page-frame.tsx'
import { hasPublisher } from '../../data/requests/publisher.ts'
import { useDebounced } from '../../data/requests/use-debounced.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { goToBlock } from '../../story/blocks/block-list.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { useMediaQuery } from '../../ui/layout/use-media-query.ts'
import type { LetterForm } from './data/letters.ts'
import { type DrawnLetter, drawnLetterQuery, isHeavy, letterPageQuery } from './data/preview.ts'
import { weightText } from './letter-words.ts'

/** The width of the window in which mail programs show a mail on a desktop, in CSS pixels. */
const DESKTOP_WIDTH = 720

const FRAME = 'h-[calc(100dvh-15rem)] min-h-96 max-xl:h-[60dvh]'

const PHONE_QUERY = '(max-width: 639px)'

/** What is shown: the mail, the text part of it, which some mail programs show instead, or its page on the site. */
type Part = 'mail' | 'text' | 'page'
/** The colours in which mail programs show a mail: the magazine's, its dark ones, or lightness turned over. */
type Colours = 'light' | 'dark' | 'inverted'

/** The mail of a letter with what is written now. Null while there is none. */
export function useDrawnLetter(form: LetterForm) {
  return useQuery(drawnLetterQuery(useDebounced(JSON.stringify(form))))
}

/** The letter as readers get it: as mail programs show it, and as its page. `canDrawPage`: for who may write letters. */
export function LetterPreview({
  letterId,
  drawn,
  canDrawPage,
}: {
  letterId: string
  drawn: ReturnType<typeof useDrawnLetter>
  canDrawPage: boolean
}) {
  const [part, setPart] = useState<Part>('mail')
  const [colours, setColours] = useState<Colours>('light')
  const [device, setDevice] = useState<Device>(useMediaQuery(PHONE_QUERY) ? 'phone' : 'desktop')
  const { data, isPlaceholderData, isFetching, isLoadingError, error, refetch } = drawn
  return (
    <section aria-label="The letter as readers get it" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Choice
          label="Shown as"
          options={[
            ['mail', 'Mail'],
            ['text', 'Text Part'],
            ...(canDrawPage ? [['page', 'Page'] as const] : []),
          ]}
          value={part}
          onChoose={setPart}
        />
        {part === 'mail' && (
          <Choice
            label="Colours"
            options={[
              ['light', 'Light'],
              ['dark', 'Dark'],
              ['inverted', 'Inverted'],
            ]}
            value={colours}
            onChoose={setColours}
          />
        )}
        {part !== 'text' && <DeviceChoice device={device} onChoose={setDevice} />}
      </div>
      {isLoadingError ? (
        <QueryError title="The letter could not be drawn" error={error} refetch={refetch} />
      ) : data === undefined ? (
        <Drawing />
      ) : part === 'text' ? (
        <textarea
          readOnly
          aria-label="The text part of the mail"
          value={data.text}
          className={`w-full resize-none rounded-lg border border-rule bg-card p-4 font-mono text-sm ${FRAME}`}
        />
      ) : part === 'page' ? (
        <LetterPage letterId={letterId} content={data.content} device={device} />
      ) : (
        <PageFrame
          title="The mail as readers get it"
          html={inColours(data.html, colours)}
          device={device}
          desktopWidth={DESKTOP_WIDTH}
          isOld={isPlaceholderData && isFetching}
          className={FRAME}
        />
      )}
      {data !== undefined && part !== 'page' && <Weight drawn={data} />}
    </section>
  )
}

function Drawing() {
  return (
    <div aria-busy="true">
      <span className="sr-only">Drawing the letter</span>
      <Skeleton className={FRAME} />
    </div>
  )
}

/** The page that the letter would have on the site. */
function LetterPage({
  letterId,
  content,
  device,
}: {
  letterId: string
  content: DrawnLetter['content']
  device: Device
}) {
  const asKey = useDebounced(JSON.stringify(content))
  const { data: html, isFetching } = useQuery({
    ...letterPageQuery(letterId, asKey),
    enabled: hasPublisher(),
  })
  if (html != null)
    return (
      <PageFrame
        title="The page of the letter"
        html={html}
        device={device}
        isOld={isFetching}
        className={FRAME}
      />
    )
  if (hasPublisher() && isFetching) return <Drawing />
  return (
    <p className="rounded-lg border border-dashed border-rule p-6 text-center text-sm text-soft">
      The page cannot be drawn here: the program that publishes does not serve this site.
    </p>
  )
}

function Weight({ drawn }: { drawn: DrawnLetter }) {
  return (
    <p className={`text-sm ${isHeavy(drawn) ? 'font-semibold text-madder' : 'text-soft'}`}>
      {weightText(drawn.bytes, isHeavy(drawn))}
    </p>
  )
}

/** What is wrong with the letter, with the way to each block. */
export function LetterChecks({ problems }: { problems: DrawnLetter['problems'] | undefined }) {
  return (
    <Card title="Before It Goes Out">
      {problems === undefined ? (
        <Skeleton className="h-5" />
      ) : problems.length === 0 ? (
        <p className="text-sm text-soft">Nothing to look at.</p>
      ) : (
        <ProblemList problems={problems} onGo={goToBlock} />
      )}
    </Card>
  )
}

/** Problems, first the errors, which keep the letter from going out; `onGo` leads to a block. */
export function ProblemList({
  problems,
  onGo,
}: {
  problems: DrawnLetter['problems']
  onGo?: (block: string) => void
}) {
  const ordered = problems.toSorted((a, b) => Number(b.kind === 'error') - Number(a.kind === 'error'))
  return (
    <ul aria-label="What to look at" className="flex flex-col gap-1.5 text-sm">
      {ordered.map(({ kind, text, block }, index) => (
        <li key={index} className={kind === 'error' ? 'font-semibold text-madder' : ''}>
          {block === null || onGo === undefined ? (
            text
          ) : (
            <button
              type="button"
              onClick={() => onGo(block)}
              className="rounded-sm text-left underline decoration-rule underline-offset-4 hover:decoration-current"
            >
              {text}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The mail in the colours in which a mail program shows it. Programs that turn lightness over leave pictures as they are. */
function inColours(html: string, colours: Colours): string {
  if (colours !== 'inverted') return inScheme(html, colours)
  const turned = 'filter:invert(1) hue-rotate(180deg)'
  return inScheme(html, 'light').replace(
    '</head>',
    `<style>html{background:#fff;${turned}}img{${turned}}</style></head>`,
  )
}
