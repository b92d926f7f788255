import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'

export interface TabItem {
  id: string
  label: string
  content: ReactNode
}

export function Tabs({
  label,
  items,
  selected,
  onSelect,
}: {
  label: string
  items: readonly TabItem[]
  selected: string
  onSelect: (id: string) => void
}) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))}>
      <TabList aria-label={label} className="flex gap-1 rounded-md bg-tint p-1">
        {items.map(({ id, label }) => (
          <Tab
            key={id}
            id={id}
            className="flex-1 cursor-pointer rounded-sm px-3 py-1.5 text-center text-sm font-semibold text-soft transition-colors duration-200 data-hovered:text-ink data-selected:bg-card data-selected:text-ink"
          >
            {label}
          </Tab>
        ))}
      </TabList>
      {items.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="pt-5">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
