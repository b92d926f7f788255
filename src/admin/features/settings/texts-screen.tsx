import { useQuery } from '@tanstack/react-query'
import { type Control, useController } from 'react-hook-form'
import { type SiteSettings, settingsForm } from '../../../domain/site/settings.ts'
import {
  type TextName,
  type Texts,
  differingTexts,
  storedTexts,
  textsForm,
  textsType,
} from '../../../domain/site/texts.ts'
import { MAIN_LANGUAGE } from '../../../domain/text/language.ts'
import { standardTexts } from '../../../words/standard-texts.ts'
import { PictureField } from '../../media-picker/picture-field.tsx'
import { ListSkeleton } from '../../resources/list-screen.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { FormField, FormTextArea } from '../../ui/fields/form-field.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import { siteSettingsQuery } from './data/settings.ts'
import { SettingsFormFrame } from './settings-form.tsx'

/** What pages and mails say beside the stories, in the magazine's own words. */
export function TextsScreen() {
  const { data, isLoadingError, error, refetch } = useQuery(siteSettingsQuery)
  return (
    <ScreenBox className="@container">
      <ScreenTitle>Texts</ScreenTitle>
      {isLoadingError ? (
        <QueryError title="Failed to load texts" error={error} refetch={refetch} />
      ) : data === undefined ? (
        <ListSkeleton noun="the texts" count={4} className="h-56" listClassName="grid gap-5" />
      ) : (
        <TextsEditor stored={data} />
      )}
    </ScreenBox>
  )
}

interface TextOptions {
  lines?: number
  description?: string
  alt?: TextName
}

/** All texts by where they stand. `lines` of an area; without them a text is one line. `alt`: a picture, and the text that says what it shows. */
const GROUPS: readonly {
  title: string
  note?: string
  texts: Partial<Record<TextName, TextOptions>>
}[] = [
  {
    title: 'Home Page',
    texts: {
      home_kind: { description: 'In the title of the home page, after name and tagline' },
      home_description: { lines: 2, description: 'For search engines and programs' },
    },
  },
  {
    title: 'About',
    note: 'A page of your own with the slug about takes the place of all this.',
    texts: {
      about_heading: {},
      about_intro: { lines: 3 },
      about_picture: { alt: 'about_picture_alt', description: 'Cropped to 4 : 5' },
      about_picture_alt: { description: 'For readers who do not see it' },
      about_first_heading: {},
      about_first_text: { lines: 8 },
      about_second_heading: {},
      about_second_text: { lines: 8 },
      about_values_heading: {},
      about_values: { lines: 10, description: 'The first line of each is its heading' },
      about_description: { lines: 2, description: 'For search engines' },
    },
  },
  {
    title: 'Newsletter',
    texts: {
      letter_heading: {},
      letter_dialog_heading: {},
      letter_text: { lines: 2 },
      letter_welcome: { lines: 2 },
      letter_thanks: { lines: 2 },
      letter_weekly: {},
      letter_tips: {},
      letter_new: {},
      letter_offers: {},
      welcome_heading: {},
      welcome_stories: {},
    },
  },
  {
    title: 'What Subscribers Agree To',
    note: 'Each subscriber keeps the sentence that the form showed. It is shown as it is written: say nothing that you do not do.',
    texts: {
      consent_newsletter: { lines: 2 },
      consent_letter_line: { lines: 2 },
      consent_contact: { lines: 2 },
    },
  },
  {
    title: 'Buttons of Mails',
    note: 'The page that a mail leads to has the same button.',
    texts: {
      button_confirm: {},
      button_preferences: {},
      button_unsubscribe: {},
      button_data: {},
      button_erasure: {},
    },
  },
  {
    title: 'Authors & Contact',
    texts: {
      authors_intro: { lines: 3 },
      authors_description: { lines: 2, description: 'For search engines' },
      contact_intro: { lines: 3 },
      contact_description: { lines: 2, description: 'For search engines' },
    },
  },
  {
    title: 'Privacy & Terms',
    note: 'The standard texts say what this system does, in the magazine’s language. Pages of your own with the slugs privacy and terms take their places.',
    texts: {
      privacy_email: { description: 'Without it the policy leads to the contact page' },
      legal_since: { description: 'A day such as 2026-03-31; empty for none' },
      governing_law: { description: 'Stands in the sentence about it; empty for no such part' },
      liability_limit: { description: 'Stands in the sentence about it; empty for no such sentence' },
      advice_heading: {},
      advice_text: { lines: 4 },
      privacy_description: { lines: 2, description: 'For search engines' },
      terms_description: { lines: 2, description: 'For search engines' },
    },
  },
  {
    title: 'Elsewhere',
    texts: {
      copyright: { description: 'At the end of every page' },
      lost_text: {},
      lost_stories: {},
      fact_labels: {
        lines: 5,
        description: 'Of facts in stories, one a line; labels in use come before them',
      },
    },
  },
]

function TextsEditor({ stored }: { stored: SiteSettings | null }) {
  const standard = standardTexts(stored?.language ?? MAIN_LANGUAGE)
  return (
    <>
      <p className="max-w-3xl text-soft md:-mt-3">
        What pages and mails say beside your stories. An empty field has the standard text, which is shown in
        it. <code>{'{name}'}</code> becomes the magazine’s name, words between <code>*asterisks*</code> in a
        heading are emphasised, and an empty line begins a paragraph.
      </p>
      <SettingsFormFrame<Texts>
        name="Texts"
        stored={stored}
        schema={textsType.form}
        formOf={(row) => textsForm(row?.texts ?? {})}
        settingsOf={(form, row) => ({ ...settingsForm(row), texts: storedTexts(form) })}
        differences={differingTexts}
      >
        {({ control }) =>
          GROUPS.map(({ title, note, texts }) => (
            <Card key={title} title={title}>
              {note && <p className="mb-4 max-w-prose text-sm text-soft">{note}</p>}
              <div className="grid gap-4 @3xl:grid-cols-2">
                {(Object.keys(texts) as TextName[]).map((name) => (
                  <TextOf
                    key={name}
                    control={control}
                    name={name}
                    standard={standard[name]}
                    {...texts[name]}
                  />
                ))}
              </div>
            </Card>
          ))
        }
      </SettingsFormFrame>
    </>
  )
}

function TextOf({
  control,
  name,
  standard,
  lines,
  description,
  alt,
}: TextOptions & { control: Control<Texts>; name: TextName; standard: string }) {
  const props = { control, name, label: textsType.labels[name], placeholder: standard, description }
  if (alt !== undefined) return <PictureOf {...props} alt={alt} />
  return lines === undefined ? (
    <FormField {...props} />
  ) : (
    <FormTextArea {...props} rows={lines} className="@3xl:col-span-2" />
  )
}

function PictureOf({
  control,
  name,
  label,
  description,
  alt,
}: {
  control: Control<Texts>
  name: TextName
  label: string
  description: string | undefined
  alt: TextName
}) {
  const { field: picture } = useController({ control, name })
  const { field: text } = useController({ control, name: alt })
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="text-sm font-semibold">
        {label}
      </span>
      <PictureField
        label={label}
        value={picture.value}
        onPick={(image) => {
          picture.onChange(image.url)
          text.onChange(image.alt)
        }}
        onRemove={() => {
          picture.onChange('')
          text.onChange('')
        }}
      />
      <p className="text-xs text-soft">{description}</p>
    </div>
  )
}
