import { useEffect, useState } from 'react'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import {
  type Shortcut,
  EDITOR_SHORTCUTS,
  SHELL_SHORTCUTS,
  keyboardLayout,
  shortcutText,
} from '../../ui/keys/shortcuts.ts'

const GROUPS: readonly { place: string; shortcuts: readonly Shortcut[] }[] = [
  { place: 'Everywhere', shortcuts: Object.values(SHELL_SHORTCUTS) },
  { place: 'In the article editor', shortcuts: Object.values(EDITOR_SHORTCUTS) },
]

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const [layout, setLayout] = useState<Awaited<ReturnType<typeof keyboardLayout>>>(null)
  useEffect(() => void keyboardLayout().then(setLayout), [])
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard Shortcuts">
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        {GROUPS.map(({ place, shortcuts }) => (
          <section key={place}>
            <h3 className="pb-2 text-sm font-semibold text-soft">{place}</h3>
            <dl className="divide-y divide-rule border-y border-rule">
              {shortcuts.map((shortcut) => (
                <div key={shortcut.name} className="flex items-center justify-between gap-4 py-2">
                  <dt>
                    {shortcut.note === undefined ? shortcut.name : `${shortcut.name}, ${shortcut.note}`}
                  </dt>
                  <dd>
                    <kbd className="rounded-sm border border-rule bg-card px-1.5 py-0.5 font-sans text-xs whitespace-nowrap">
                      {shortcutText(shortcut, layout)}
                    </kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
