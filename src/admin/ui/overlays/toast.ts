import { type ReadableAtom, atom } from 'nanostores'

export interface ToastMessage {
  title: string
  description?: string | undefined
  tone?: 'default' | 'destructive'
  link?: ToastLink | undefined
  /** A button that does something about it, such as Undo; the toast goes when it is pressed. */
  action?: ToastAction | undefined
}

interface ToastAction {
  label: string
  onAction: () => void
}

interface ToastLink {
  href: string
  text: string
}

export interface ShownToast extends Required<Pick<ToastMessage, 'title' | 'tone'>> {
  id: number
  description: string | null
  link: ToastLink | null
  action: ToastAction | null
}

const MAX_SHOWN = 4
const toasts = atom<readonly ShownToast[]>([])
let nextId = 1

export const $toasts: ReadableAtom<readonly ShownToast[]> = toasts

/** Shows and announces a toast. Called by screens, never by data hooks. */
export function showToast({ title, description, tone = 'default', link, action }: ToastMessage): void {
  const toast: ShownToast = {
    id: nextId++,
    title,
    description: description ?? null,
    tone,
    link: link ?? null,
    action: action ?? null,
  }
  toasts.set([...toasts.get(), toast].slice(-MAX_SHOWN))
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}
