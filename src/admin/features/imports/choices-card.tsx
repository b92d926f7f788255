import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Choices } from '../../../domain/newsroom/import-report.ts'
import type { ImportSubject, ReadExport } from '../../../domain/newsroom/imports.ts'
import { attempt } from '../../resources/describe-error.ts'
import { useSections } from '../../story/sections.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { useImportAct } from './data/publisher-imports.ts'
import { authorNamesQuery } from './data/author-names.ts'

type MapChoice = 'sections' | 'people'

/** How many categories or people are shown before the others are asked for. */
const FIRST = 8

/** What can be chosen about a file that has been read; a change has it read again. */
export function ChoicesCard({ read }: { read: ReadExport }) {
  const act = useImportAct()
  /** What was chosen since the file was last read. */
  const [chosen, setChosen] = useState<{ of: ReadExport; choices: Partial<Choices> }>({
    of: read,
    choices: {},
  })
  const own = chosen.of === read ? chosen.choices : {}
  const value: Choices = {
    ...{ ...read.choices, ...own },
    ...{
      sections: { ...read.choices.sections, ...own.sections },
      people: { ...read.choices.people, ...own.people },
    },
  }
  const choose = (choices: Partial<Choices>) => {
    setChosen({ of: read, choices: { ...own, ...choices } })
    void attempt('This was not chosen', () => act({ act: 'choose', choices }))
  }
  const chooseOne = (kind: MapChoice, key: string, choice: string) =>
    choose({ [kind]: { ...value[kind], [key]: choice } })

  const sections = useSections().all
  const { data: authors = [] } = useQuery(authorNamesQuery)
  const { magazine, menus, categories, people } = read
  const sectionOptions = [
    { id: 'new', label: 'A new section of its name' },
    { id: 'none', label: 'No section yet' },
    ...sections.map(({ id, title }) => ({ id, label: title })),
  ]
  if (categories.length === 0 && people.length === 0 && magazine === null && menus === 0) return null
  return (
    <Card title="Choices">
      <div className="flex flex-col gap-5">
        {magazine !== null && (
          <div>
            <Switch
              label="Take the name, the tagline and the language of the old site"
              isSelected={value.settings}
              onChange={(settings) => choose({ settings })}
            />
            <p className="mt-1 text-sm [overflow-wrap:anywhere] text-soft">
              {[magazine.name, magazine.tagline, magazine.language].filter(Boolean).join(' · ')}
            </p>
          </div>
        )}
        {menus > 0 && (
          <Switch
            label="Take its menus"
            isSelected={value.menus}
            onChange={(chosenMenus) => choose({ menus: chosenMenus })}
          />
        )}
        <Subjects
          title="Categories, and the section that lists each"
          subjects={categories}
          optionsOf={({ isBelow }) => [
            ...(isBelow ? [{ id: 'above', label: 'Where the category above it is' }] : []),
            ...sectionOptions,
          ]}
          value={({ key }) => value.sections[key] ?? 'none'}
          onChoose={(key, choice) => chooseOne('sections', key, choice)}
        />
        <Subjects
          title="People, and who each of them is"
          subjects={people}
          optionsOf={({ key }) => [
            { id: 'new', label: 'A new author' },
            ...authors.map(({ id, name }) => ({ id, label: name })),
            ...people
              .filter((other) => other.key !== key)
              .map((other) => ({ id: other.key, label: `${other.name}, of the file` })),
          ]}
          value={({ key }) => value.people[key] ?? 'new'}
          onChoose={(key, choice) => chooseOne('people', key, choice)}
        />
      </div>
    </Card>
  )
}

function Subjects({
  title,
  subjects,
  optionsOf,
  value,
  onChoose,
}: {
  title: string
  subjects: readonly ImportSubject[]
  optionsOf: (subject: ImportSubject) => { id: string; label: string }[]
  value: (subject: ImportSubject) => string
  onChoose: (key: string, choice: string) => void
}) {
  const [isWhole, setWhole] = useState(false)
  if (subjects.length === 0) return null
  const ordered = [...subjects].sort((a, b) => b.stories - a.stories)
  const shown = isWhole ? ordered : ordered.slice(0, FIRST)
  return (
    <fieldset className="border-t border-rule pt-4">
      <legend className="sr-only">{title}</legend>
      <p aria-hidden className="mb-3 text-sm font-semibold">
        {title}
      </p>
      <div className="flex flex-col gap-3">
        {shown.map((subject) => (
          <div key={subject.key} className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-2">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              {subject.name}{' '}
              <span className="text-sm whitespace-nowrap text-soft">
                {subject.stories} {subject.stories === 1 ? 'story' : 'stories'}
              </span>
            </p>
            <Select
              label={subject.name}
              hideLabel
              options={optionsOf(subject)}
              value={value(subject)}
              onChange={(choice) => onChoose(subject.key, choice)}
            />
          </div>
        ))}
      </div>
      {ordered.length > shown.length && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="mt-3 rounded-sm text-sm font-semibold text-prussian hover:underline"
        >
          {`Show all ${ordered.length}`}
        </button>
      )}
    </fieldset>
  )
}
