import type { Page } from '@playwright/test'

/** Chooses a day, such as '2026-03-05', in the field of this label. */
export async function chooseDay(page: Page, label: string, day: string): Promise<void> {
  const [year = '', month = ''] = day.split('-')
  await page.getByRole('button', { name: new RegExp(`^${label} (Any day|\\d)`) }).click()
  const picker = page.getByRole('dialog', { name: label, exact: true })
  await picker.getByRole('combobox', { name: 'year' }).selectOption(year)
  await picker.getByRole('combobox', { name: 'month' }).selectOption({ index: Number(month) - 1 })
  const name = new Date(day).toLocaleDateString('en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  })
  await picker.getByRole('button', { name: new RegExp(` ${name}`) }).click()
}
