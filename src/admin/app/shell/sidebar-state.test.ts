import { describe, expect, test } from 'vitest'
import { readSidebarOpen, sidebarCookie } from './sidebar-state.ts'

describe('the sidebar', () => {
  test('is open until it was closed', () => {
    expect(readSidebarOpen('')).toBe(true)
    expect(readSidebarOpen('theme=dark; sidebar_state=true')).toBe(true)
    expect(readSidebarOpen('theme=dark; sidebar_state=false; a=b')).toBe(false)
  })

  test('is not closed by a cookie of another name', () => {
    expect(readSidebarOpen('old_sidebar_state=false; sidebar_state=falsehood')).toBe(true)
  })

  test('is remembered for seven days on the whole site', () => {
    const cookie = sidebarCookie(false)
    expect(readSidebarOpen(cookie.split('; ')[0] ?? '')).toBe(false)
    expect(cookie).toContain('max-age=604800')
    expect(cookie).toContain('path=/')
  })
})
