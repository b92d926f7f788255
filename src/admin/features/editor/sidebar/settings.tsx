import { useStore } from '@nanostores/react'
import { SlidersHorizontal } from 'lucide-react'
import { atom } from 'nanostores'
import { type ReactNode, useCallback, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/layout/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

/** Pixels that the text and the settings need side by side. */
const ROOM_FOR_BOTH = 896

/**
 * Where the settings of the story are:
 *
 *     beside    beside its text; where that has no room they are closed ⇄ open, in a sheet
 */
class StorySettings {
  readonly $place = atom<'beside' | 'closed' | 'open'>('beside')
  #waiting: (() => void)[] = []

  /** Resolves once they are on the screen. */
  show(): Promise<void> {
    if (this.$place.get() === 'beside') return Promise.resolve()
    this.$place.set('open')
    return document.getElementById(SETTINGS_ID) === null
      ? new Promise((resolve) => this.#waiting.push(resolve))
      : Promise.resolve()
  }

  /** To be called when they have come on the screen. */
  shown(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  close = (): void => {
    if (this.$place.get() === 'open') this.$place.set('closed')
  }

  /** Closes the sheet at once if it covers an element that has to be visible. */
  uncover(element: Element | null): void {
    if (element !== null && element.closest('[role=dialog]') === null) flushSync(this.close)
  }

  setRoom(pixels: number): void {
    const place = this.$place.get()
    if (pixels >= ROOM_FOR_BOTH) this.$place.set('beside')
    else if (place === 'beside') this.$place.set('closed')
  }
}

export const settings = new StorySettings()

const SETTINGS_ID = 'story-settings'

/** A ref for the element that is as wide as the text and the settings together, unless something else has their place. */
export function useRoomForSettings(isTaken: boolean) {
  return useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      const measure = () => settings.setRoom(isTaken ? 0 : element.clientWidth)
      measure()
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      return () => {
        observer.disconnect()
        settings.close()
      }
    },
    [isTaken],
  )
}

/** The settings beside the text, or in their sheet; nothing while `isHidden`, or closed. */
export function SettingsPlace({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  const place = useStore(settings.$place)
  if (place === 'beside') return <div className={isHidden ? 'hidden' : 'contents'}>{children}</div>
  return (
    <Dialog isOpen={place === 'open' && !isHidden} title="Story Settings" onClose={settings.close}>
      <Sheet>{children}</Sheet>
    </Dialog>
  )
}

function Sheet({ children }: { children: ReactNode }) {
  useEffect(() => settings.shown(), [])
  return (
    <div id={SETTINGS_ID} className="@container">
      {children}
    </div>
  )
}

/** Opens the sheet of the settings; absent where the settings are beside the text. */
export function SettingsButton({ className = '' }: { className?: string }) {
  const isBeside = useStore(settings.$place) === 'beside'
  if (isBeside) return null
  return (
    <Button
      size="icon"
      aria-label="Story Settings"
      aria-haspopup="dialog"
      onPress={() => void settings.show()}
      className={className}
    >
      <SlidersHorizontal aria-hidden className="size-4.5" />
    </Button>
  )
}
