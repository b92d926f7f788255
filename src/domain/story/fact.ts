import * as z from 'zod/mini'
import { jsonColumn } from '../rows/content-type.ts'
import type { Language } from '../text/language.ts'
import { type ColumnField, plain, sentenceCase } from '../rows/field.ts'

const factSchema = z.object({ label: z.string(), value: z.string() })

/** A fact of the house that a story is about: 'Architect', 'Maria Sol'. One without a value is not shown to readers. */
export type Fact = z.infer<typeof factSchema>

/** The same limits in the database: `private.check_facts`. In characters. */
export const MAX_FACTS = 20
export const MAX_FACT_LABEL = 60
export const MAX_FACT_VALUE = 300

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Facts without outer blanks and line breaks; empty ones are dropped. */
function tidyFacts(facts: readonly Fact[]): Fact[] {
  return facts
    .map(({ label, value }) => ({ label: oneLine(label), value: oneLine(value) }))
    .filter(({ label, value }) => label !== '' || value !== '')
}

function sameFacts(a: readonly Fact[], b: readonly Fact[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ label, value }, index) => label === b[index]?.label && value === b[index]?.value)
  )
}

/** Facts in their order. */
export function facts(label: string): ColumnField<Fact[], Fact[]> {
  const list = z.array(factSchema)
  const name = sentenceCase(label)
  const check = (accepts: (facts: readonly Fact[]) => boolean, error: string) =>
    z.refine<Fact[]>((given) => accepts(tidyFacts(given)), error)
  return {
    ...plain<Fact[]>(label, [], list, sameFacts),
    column: jsonColumn(list),
    form: list.check(
      check((given) => given.length <= MAX_FACTS, `${name} must have at most ${MAX_FACTS} entries`),
      check((given) => given.every((fact) => fact.label !== ''), 'Every fact needs a label'),
      check(
        (given) => given.every((fact) => fact.label.length <= MAX_FACT_LABEL),
        `The label of a fact must be at most ${MAX_FACT_LABEL} characters`,
      ),
      check(
        (given) => given.every((fact) => fact.value.length <= MAX_FACT_VALUE),
        `A fact must be at most ${MAX_FACT_VALUE} characters`,
      ),
    ),
    tidy: tidyFacts,
  }
}

/** The facts that readers see: only facts with a value. */
export function shownFacts(stored: readonly Fact[]): Fact[] {
  return stored.filter(({ value }) => value !== '')
}

/**
 * What a house is remembered by: facts with these labels are large in the story, and stand on its card in place of the
 * excerpt. In lower case, of each language. The same labels in the database: `private.remembered_facts`.
 */
export const REMEMBERED: Readonly<Record<Language, readonly string[]>> = {
  en: ['what was moved', 'what was kept'],
  de: ['was weichen musste', 'was geblieben ist'],
}
const REMEMBERED_LABELS = new Set(Object.values(REMEMBERED).flat())

export function isRemembered({ label }: Fact): boolean {
  return REMEMBERED_LABELS.has(label.toLowerCase())
}

/** The facts for the card of a story: at most two. */
export function rememberedFacts(stored: readonly Fact[]): Fact[] {
  return shownFacts(stored).filter(isRemembered).slice(0, 2)
}

/** A label before the first colon or tab of a line; the colon of an address is none. */
const LABELLED = /^([^:：\t]+)(?:[:：](?!\/\/)|\t)(.*)$/

/** The facts of lines such as 'Architect: Maria Sol'. A line without a label is a value without one. */
export function parseFacts(text: string): Fact[] {
  const found = text.split(/[\r\n]+/).map((line) => {
    const written = line.replace(/^\s*[-*•–]\s+/, '')
    const [, label = '', value = written] = LABELLED.exec(written) ?? []
    return { label, value }
  })
  return tidyFacts(found)
}
