import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { isAllowedRedirect } from './redirects.ts'

const config = readConfig()
config.auth.additional_redirect_urls = ['https://preview.example/**', 'https://other.example/admin']
const isAllowed = (redirectTo: string) => isAllowedRedirect(redirectTo, config, 'http://localhost:4321')

test.each([
  'http://localhost:4321',
  'http://localhost:4321/auth?next=%2Fadmin#top',
  'https://preview.example/deep/path.html',
  'https://other.example/admin',
])('%s is allowed', (redirectTo) => expect(isAllowed(redirectTo)).toBe(true))

test.each([
  'http://evil.example\\@localhost',
  'http://evil.example\\@localhost:4321/auth',
  'http://evil.example/@localhost:4321',
  'http://evil.example#@localhost:4321/',
  'http://evil.example?@localhost:4321/',
  'http://localhost:4321@evil.example/',
  'http://localhost:4321\\@evil.example/',
  'http://user:secret@localhost:4321/',
  'http://localhost:4321.evil.example/',
  'http://localhost:4322/',
  'https://localhost:4321/',
  'http://127.0.0.1/',
  '//evil.example',
  '/auth',
  'http:evil.example',
  'http://evil.ex\tample/',
  ' http://localhost:4321/',
  'javascript:alert(1)//localhost:4321',
  'https://preview.example.evil.example/',
  'https://preview.example@evil.example/',
  'https://other.example/admin/..%2f',
  '',
])('%s is refused', (redirectTo) => expect(isAllowed(redirectTo)).toBe(false))
