import { randomUUID } from 'node:crypto'
import { type Page, expect } from '@playwright/test'
import type { Credit } from '../../../src/domain/story/credit.ts'
import { expectAccessible } from '../support/axe.ts'
import { openArticle, publishAnyway, storeArticle, storedArticle, toast } from '../support/editor.ts'
import { secretClient } from '../support/backend.ts'
import { pickFound } from '../support/found-options.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { pressKey } from '../support/keys.ts'
import { signInAs } from '../support/session.ts'
import { test } from '../support/test.ts'

test('the people of a story are found or added, get roles and an order, and are on its page', async ({
  page,
}) => {
  const guest = `Rosa Lund ${randomUUID().slice(0, 6)}`
  const service = await secretClient()
  const { id, slug } = await storeArticle('draft')
  await signInAs(page, 'editor')
  await openArticle(page, id)
  const box = page.getByRole('combobox', { name: 'Add a person' })
  const rows = page.getByRole('grid', { name: 'Credits' }).getByRole('row')
  const grip = page.getByRole('button', { name: `Move ${guest}: up and down arrow keys` })
  const add = async (typed: string, option: string) => {
    // The option to add a new person comes with the end of the search.
    await box.fill(typed)
    await expect(page.getByRole('option', { name: `New person: ${typed}` })).toBeVisible()
    await page.getByRole('option', { name: option }).click()
  }

  await test.step('a guest who is not known is added in place', async () => {
    await add('joana', 'Joana Prates')
    await expect(rows).toHaveCount(2)
    // The owner of the story stays, also without an author page.
    await page.getByRole('button', { name: 'Remove Rafael Quist' }).click()
    await expect(rows).toHaveCount(1)
    await add(guest, `New person: ${guest}`)
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText(guest)
    await expect(page.getByRole('listbox')).toBeHidden()
  })

  await test.step('who is added while the server makes a new person stays', async () => {
    const late = `Late Lund ${randomUUID().slice(0, 6)}`
    const held = await holdRequests(page, /\/rest\/v1\/author_profiles\?select=[^&]*$/)
    await add(late, `New person: ${late}`)
    await held.begun
    await expect(box).toHaveValue('')
    await add('greta', 'Greta Holloway')
    await expect(rows).toHaveCount(3)
    held.release()
    await expect(rows).toHaveCount(4)
    await page.getByRole('button', { name: `Remove ${late}` }).click()
    await page.getByRole('button', { name: 'Remove Greta Holloway' }).click()
    await expect(rows).toHaveCount(2)
  })

  await test.step('one person gets a second role, and the order changes by keys', async () => {
    await add('joana', 'Joana Prates')
    await expect(rows).toHaveCount(3)
    await page.getByRole('button', { name: 'Role of Joana Prates' }).last().click()
    await page.getByRole('option', { name: 'Thanks' }).click()
    await pressKey(grip, 'ArrowUp')
    await expect(rows.nth(0)).toContainText(guest)
    await expect(grip).toBeFocused()
    await pressKey(grip, 'ArrowDown')
    await pressKey(grip, 'ArrowDown')
    await expect(rows.nth(2)).toContainText(guest)
    await expect(grip).toBeFocused()
  })

  await test.step('a row that Enter has picked up goes where the arrow keys say, and that place is seen', async () => {
    for (const key of ['Enter', 'Space']) {
      const first = rows.first()
      const name = (await first.locator('[title]').first().getAttribute('title')) ?? ''
      await pressKey(
        first.getByRole('button', { name: `Move ${name}: up and down arrow keys`, exact: true }),
        key,
      )
      const place = page.getByRole('button', { name: /^Insert / }).and(page.locator(':focus'))
      await expect(place).toBeVisible()
      for (let presses = 0; presses < 8; presses += 1) {
        if ((await place.getAttribute('aria-label'))?.startsWith('Insert after')) break
        await page.keyboard.press('ArrowDown')
      }
      await expect(page.locator('[data-drop-target]').filter({ has: place }).last()).toHaveCSS(
        'border-top-width',
        '2px',
      )
      await page.keyboard.press('Enter')
      await expect(rows.last()).toContainText(name)
      await expect(place).toBeHidden()
    }
  })

  await test.step('axe finds nothing wrong with rows and an open menu of roles', async () => {
    await expectAccessible(page, 'credits')
    await page.getByRole('button', { name: 'Role of Joana Prates' }).first().click()
    await expect(page.getByRole('listbox')).toBeVisible()
    await expectAccessible(page, 'the roles of a credit')
    await page.keyboard.press('Escape')
  })

  await test.step('the page names them by role', async () => {
    await publishAnyway(page)
    await expect(toast(page, 'Article published successfully!')).toBeVisible()
    await expect(async () => {
      const text = await (await page.request.get(`/article/${slug}`)).text()
      expect(text).toContain(guest)
      expect(text).toContain('/author/joana-prates')
    }).toPass()
    const { credits } = await storedArticle(id)
    expect(credits).toHaveLength(3)
  })

  await service.from('articles').delete().eq('id', id)
  await service.from('author_profiles').delete().eq('name', guest)
})

test('super admins add, order and delete roles, and cannot delete one that stories have', async ({
  page,
}) => {
  const name = `Garden ${randomUUID().slice(0, 6)}`
  await signInAs(page, 'super_admin')
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'New Role' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Byline' }).fill('garden by')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const roles = page.getByRole('list', { name: 'Credit roles' }).getByRole('listitem')
  await expect(roles.last()).toContainText(name)
  const names = () => roles.locator('b').allTextContents()
  const before = await names()
  const up = page.getByRole('button', { name: `Move ${name} up` })
  const held = await holdRequests(page, /\/rest\/v1\/credit_roles\?id=/)
  for (const place of [2, 3]) {
    await pressKey(up, 'Enter')
    await expect(roles.nth(-place)).toContainText(name)
    await expect(up).toBeFocused()
  }
  await held.begun
  held.release()
  const after = before.toSpliced(-1).toSpliced(-2, 0, name)
  const service = await secretClient()
  const stored = async () => (await service.from('credit_roles').select('name').order('position')).data
  await expect.poll(stored).toEqual(after.map((role) => ({ name: role })))
  await expect.poll(names).toEqual(after)
  const remove = async (role: string) => {
    await page.getByRole('button', { name: `Actions for ${role}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  // The buttons stay in place when the publisher cannot tell what changes.
  const measured = Promise.withResolvers<void>()
  await page.route(/\/publish\/predict$/, async (route) => {
    await measured.promise
    await route.fulfill({ status: 204, contentType: 'application/json' })
  })
  await remove('Styling')
  const dialog = page.getByRole('alertdialog')
  const confirm = dialog.getByRole('button', { name: 'Delete', exact: true })
  const waiting = dialog.locator('.animate-pulse')
  await expect(waiting).toBeVisible()
  const place = await confirm.boundingBox()
  measured.resolve()
  await expect(waiting).toHaveCount(0)
  expect(await confirm.boundingBox()).toEqual(place)
  await confirm.click()
  await expect(page.getByText(/“Styling” is a role in \d+ stories/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await remove(name)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'Role deleted successfully')).toBeVisible()
})

test('two authors who are one person are merged: the other is named, and the old address leads there', async ({
  page,
}) => {
  const mark = randomUUID().slice(0, 6)
  const service = await secretClient()
  const person = async (name: string) => {
    const { data } = await service
      .from('author_profiles')
      .insert({ name, slug: '' })
      .select('id, slug')
      .single()
    return data as { id: string; slug: string }
  }
  const [from, into] = [await person(`Zita Vale ${mark}`), await person(`Zita de Vale ${mark}`)]
  const { data: role } = await service.from('credit_roles').select('id').eq('name', 'Photographs').single()
  const credits = [{ person_id: from.id, role_id: role?.id as string }]
  const { id, slug } = await storeArticle('published', 'editor', { credits })
  await signInAs(page, 'editor')
  await page.goto('/admin/authors')
  await page.getByRole('searchbox', { name: 'Search authors' }).fill(`Zita Vale ${mark}`)
  await expect(page.getByRole('button', { name: 'Merge Joana Prates' })).toBeHidden()
  await page.getByRole('button', { name: `Merge Zita Vale ${mark}` }).click()
  await expect(page.getByText(`named in 1 story in place of Zita Vale ${mark}`)).toBeVisible()
  await pickFound(page.getByRole('combobox', { name: 'Merge into' }), `Zita de Vale ${mark}`)
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(toast(page, 'Authors merged successfully')).toBeVisible()
  await expect(async () => {
    expect(await (await page.request.get(`/article/${slug}`)).text()).toContain(`Zita de Vale ${mark}`)
    const old = await page.request.get(`/author/${from.slug}`)
    expect(old.url()).toContain(`/author/${into.slug}`)
  }).toPass()
  await service.from('articles').delete().eq('id', id)
  await service.from('author_profiles').delete().eq('id', into.id)
})

test('Enter on a part of a name adds nobody, and shows whom it could mean', async ({ page }) => {
  const surname = `Partridge${randomUUID().slice(0, 6)}`
  const name = `Edda ${surname}`
  const service = await secretClient()
  await service.from('author_profiles').insert({ name, slug: surname.toLowerCase() }).throwOnError()
  const { id } = await storeArticle('draft', 'contributor')
  await signInAs(page, 'contributor')
  await openArticle(page, id)
  const box = page.getByRole('combobox', { name: 'Add a person' })
  await box.pressSequentially(surname)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose one from the list.')).toBeVisible()
  await expect(box).toHaveValue(surname)
  await page.getByRole('option', { name }).click()
  await expect(page.getByText('Choose one from the list.')).toHaveCount(0)
  await expect(page.getByRole('grid', { name: 'Credits' })).toContainText(name)
  await service.from('articles').delete().eq('id', id)
  await service.from('author_profiles').delete().eq('name', name)
})

test('a contributor credits a photographer who is not listed by Enter, and an editor confirms both of them', async ({
  page,
  browser,
}) => {
  const photographer = `Ana Ferro ${randomUUID().slice(0, 6)}`
  const service = await secretClient()
  const { id } = await storeArticle('draft', 'contributor')
  const rows = (of: Page) => of.getByRole('grid', { name: 'Credits' }).getByRole('row')
  await signInAs(page, 'contributor')
  // Who types fast is not quicker than the roles.
  const roles = await holdRequests(page, /\/rest\/v1\/credit_roles/)
  await openArticle(page, id)
  await page.getByRole('combobox', { name: 'Add a person' }).pressSequentially(photographer)
  await page.keyboard.press('Enter')
  await roles.begun
  await expect(page.getByRole('combobox', { name: 'Add a person' })).toHaveValue('')
  roles.release()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Mina Okonedo')
  await expect(rows(page).first()).toContainText('Words')
  await expect(rows(page).last()).toContainText(photographer)
  await expect(rows(page).last()).toContainText('Photographs')
  await page.getByRole('button', { name: /^Submit/ }).click()
  await expect(toast(page, 'Article submitted for review')).toBeVisible()

  const other = await browser.newPage()
  await signInAs(other, 'editor')
  await openArticle(other, id)
  for (const name of ['Mina Okonedo', photographer])
    await other.getByRole('button', { name: `Confirm ${name}` }).click()
  await expect(rows(other).getByRole('button', { name: /^Confirm / })).toHaveCount(0)
  await publishAnyway(other)
  await expect(toast(other, 'Article published successfully!')).toBeVisible()
  const { credits } = await storedArticle(id)
  const { data: people } = await service
    .from('author_profiles')
    .select('name, profile_id')
    .in(
      'id',
      (credits as Credit[]).map(({ person_id }) => person_id),
    )
  expect(people).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: photographer, profile_id: null }),
      expect.objectContaining({ name: 'Mina Okonedo', profile_id: expect.any(String) }),
    ]),
  )
  await other.close()
  await service.from('articles').delete().eq('id', id)
  await service.from('author_profiles').delete().in('name', [photographer, 'Mina Okonedo'])
})
