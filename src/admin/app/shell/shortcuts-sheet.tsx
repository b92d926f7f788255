import { Dialog } from '../../ui/dialog.tsx'
import { shortcut } from '../../ui/shortcut.ts'

const SHORTCUTS: readonly { place: string; keys: readonly [combination: string, action: string][] }[] = [
  {
    place: 'Everywhere',
    keys: [
      ['Mod+K', 'Search or jump to'],
      ['Mod+B', 'Fold or unfold the sidebar'],
      ['Mod+/', 'This sheet'],
      ['Escape', 'Close what is open, or a notification'],
    ],
  },
  {
    place: 'In the article editor',
    keys: [
      ['Mod+S', 'Save'],
      ['Mod+B', 'Bold'],
      ['Mod+I', 'Italic, or the emphasis of the title'],
      ['Mod+U', 'Underline'],
      ['Mod+Alt+1', 'Heading 1, and so on to 3'],
      ['Mod+Shift+B', 'Quote'],
      ['Mod+E', 'Code'],
      ['Mod+Shift+8', 'Bullet list'],
      ['Mod+Shift+7', 'Numbered list'],
      ['Mod+K', 'Link, with words selected'],
      ['Mod+Shift+M', 'Image'],
      ['Mod+Z', 'Undo'],
      ['Mod+Shift+Z', 'Redo'],
    ],
  },
]

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard Shortcuts">
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        {SHORTCUTS.map(({ place, keys }) => (
          <section key={place}>
            <h3 className="pb-2 text-sm font-semibold text-soft">{place}</h3>
            <dl className="divide-y divide-rule border-y border-rule">
              {keys.map(([combination, action]) => (
                <div key={combination} className="flex items-center justify-between gap-4 py-2">
                  <dt>{action}</dt>
                  <dd>
                    <kbd className="rounded-sm border border-rule bg-card px-1.5 py-0.5 font-sans text-xs whitespace-nowrap">
                      {shortcut(combination).label}
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
