import type { Note } from '../import/description.ts'

/** The systems that a magazine can leave for. */
export const LEAVING_FORMATS = ['wordpress', 'markdown'] as const
export type LeavingFormat = (typeof LEAVING_FORMATS)[number]

interface Loss extends Note {
  formats: readonly LeavingFormat[]
  /** What of a text it is about: elements of a story, with an attribute of theirs or the kind of block. */
  elements?: readonly string[]
}

const both = LEAVING_FORMATS

/**
 * What a format cannot say of a single row, by a name: the report has each with its place, and the documentation this table.
 */
export const LOSSES = {
  trash: { kind: 'dropped', formats: both, text: 'A story in the trash' },
  withdrawn: {
    kind: 'dropped',
    formats: both,
    text: 'A file whose right to be shown does not hold now, and its place in texts',
  },
  rights: {
    kind: 'dropped',
    formats: both,
    text: 'Source, licence, restriction and period of a picture, and its point of focus',
  },
  credit: { kind: 'changed', formats: both, text: 'The credit of a picture ends its caption' },
  libraryWords: {
    kind: 'changed',
    formats: both,
    text: 'The caption that the library has of a picture stands below it in the text',
  },
  archived: { kind: 'changed', formats: ['wordpress'], text: 'An archived story is private' },
  archivedDraft: { kind: 'changed', formats: ['markdown'], text: 'An archived story is a draft' },
  review: { kind: 'changed', formats: ['markdown'], text: 'What is under review is a draft' },
  plannedDate: { kind: 'dropped', formats: both, text: 'The date that was chosen for a draft' },
  beginning: {
    kind: 'dropped',
    formats: both,
    text: 'When a published story was begun',
  },
  seconds: { kind: 'changed', formats: ['wordpress'], text: 'Times are to the second' },
  parts: { kind: 'changed', formats: both, text: 'A story in choices or sections is one text' },
  unreadable: { kind: 'dropped', formats: both, text: 'A text that cannot be read' },
  filmName: {
    kind: 'changed',
    formats: ['wordpress'],
    text: 'The link to a film or sound, which WordPress shows in its place, has the address as its words',
    elements: ['figure of embed'],
  },
  pictureTitle: {
    kind: 'dropped',
    formats: ['wordpress'],
    text: 'The title of a picture in a text',
    elements: ['img with title'],
  },
  pictureSize: {
    kind: 'dropped',
    formats: ['wordpress'],
    text: 'The size of a picture that a text notes: WordPress notes its own',
    elements: ['img with width', 'img with height'],
  },
  margin: {
    kind: 'changed',
    formats: ['wordpress'],
    text: 'A picture in the margin is one to the right of the text',
    elements: ['figure of width margin'],
  },
  gallery: { kind: 'changed', formats: both, text: 'The gallery of a story stands at the end of its text' },
  facts: { kind: 'changed', formats: both, text: 'The facts of the house stand in a list before the text' },
  roles: {
    kind: 'changed',
    formats: both,
    text: 'Who did something else than the words is named at the end of the text',
  },
  emphasis: { kind: 'dropped', formats: both, text: 'The emphasised words of a title' },
  opening: { kind: 'dropped', formats: both, text: 'The place of the opening picture' },
  storyColour: { kind: 'dropped', formats: both, text: 'The colour of a story' },
  openingWords: {
    kind: 'dropped',
    formats: ['wordpress'],
    text: 'The caption that only this story has for its opening picture',
  },
  hero: { kind: 'dropped', formats: both, text: 'That a story stands at the top of the home page' },
  section: {
    kind: 'changed',
    formats: ['wordpress'],
    text: 'A section is a category above its categories, without its colour, buttons and places',
  },
  sectionFolder: {
    kind: 'changed',
    formats: ['markdown'],
    text: 'A section is a folder of stories, without its colour, buttons and places',
  },
  moreSections: { kind: 'dropped', formats: both, text: 'Each further section that lists a category' },
  colour: { kind: 'dropped', formats: both, text: 'The colour of a category' },
  noCategory: {
    kind: 'changed',
    formats: ['markdown'],
    text: 'A story without a category is in the folder “stories”, and a category of that name when it is imported here',
  },
  unused: {
    kind: 'changed',
    formats: ['markdown'],
    text: 'A category, tag or picture that no text has is only its file, and an import here does not take it',
  },
  email: { kind: 'dropped', formats: both, text: 'The e-mail address of a person' },
  job: { kind: 'dropped', formats: both, text: 'The job of a person, and the place in the team' },
  links: {
    kind: 'dropped',
    formats: ['wordpress'],
    text: 'Each further profile of a person on other sites',
  },
  pageExcerpt: { kind: 'dropped', formats: both, text: 'The excerpt of a page' },
  searches: { kind: 'dropped', formats: both, text: 'The searches that the empty search field suggests' },
  sitePage: {
    kind: 'dropped',
    formats: both,
    text: 'A link of a menu to a page that the magazine made by itself',
  },
  redirect: {
    kind: 'changed',
    formats: ['wordpress'],
    text: 'A redirect is in redirects.csv, for the plugin Redirection',
  },
} as const satisfies Record<string, Loss>
export type LossName = keyof typeof LOSSES

/** The note of a loss, none in a format that has no such loss. */
export function lossNotes(name: LossName, format: LeavingFormat): Note[] {
  const { kind, formats, text }: Loss = LOSSES[name]
  return formats.includes(format) ? [{ kind, text }] : []
}

/** What a format cannot say of a text, as `elements` of the losses. */
export function lostElements(format: LeavingFormat): string[] {
  const losses: readonly Loss[] = Object.values(LOSSES)
  return losses.flatMap(({ formats, elements = [] }) => (formats.includes(format) ? elements : []))
}

/** What goes into no format at all; the archive of `npm run export` has it. */
export const LEFT_BEHIND = [
  'Accounts, subscribers, messages and letters',
  'Earlier versions, changes of published stories that are not published yet, notes, tasks, plans and templates',
  'Home page and fronts of sections, theme, fonts and logo, texts of forms and mails',
  'The audit log and the numbers of readers',
] as const
