import { describe, expect, test } from 'vitest'
import { readSidebarOpen, sidebarCookie } from './shell.tsx'

describe('sidebar cookie', () => {
  test('the sidebar is open unless the cookie says it was closed', () => {
    expect(readSidebarOpen('')).toBe(true)
    expect(readSidebarOpen('theme=dark; sidebar_state=true')).toBe(true)
    expect(readSidebarOpen('theme=dark; sidebar_state=false; a=b')).toBe(false)
  })

  test('ignores cookies of other names and values', () => {
    expect(readSidebarOpen('old_sidebar_state=false; sidebar_state=falsehood')).toBe(true)
  })

  test('lasts seven days, on the whole site', () => {
    const cookie = sidebarCookie(false)
    expect(readSidebarOpen(cookie.split('; ')[0] ?? '')).toBe(false)
    expect(cookie).toContain('max-age=604800')
    expect(cookie).toContain('path=/')
  })
})
