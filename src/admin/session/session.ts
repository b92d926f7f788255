import type { AuthError } from '@supabase/auth-js'
import { type ReadableAtom, atom } from 'nanostores'
import { adminClient, sessionlessAuth } from '../../backend/admin-client.ts'
import { type BackendError, toBackendError } from '../../backend/errors.ts'
import { isBusy } from '../../backend/server-state.ts'
import { isFinal, retryDelay } from '../../backend/retry.ts'
import { type AuthMail, authMails } from '../../domain/people/auth-mails.ts'
import type { Profile } from '../../domain/people/profile.ts'
import { siteName } from '../site-name.ts'
import { fetchOwnProfile, noProfileText } from './own-profile.ts'

export interface SessionUser {
  id: string
  email: string
}

/** The profile of `user` cannot be loaded for now; another try is under way (`isTrying`) or will follow by itself. */
export interface ProfileFailure {
  status: 'failed'
  user: SessionUser
  error: BackendError
  isTrying: boolean
}

/**
 * 'signed-in' only once the profile is loaded: nothing of the admin works without a role. 'second-factor' while the
 * database waits for a code of the person's app, or for one to be set up.
 */
export type SessionState =
  | { status: 'loading' }
  | ProfileFailure
  | { status: 'signed-out' }
  | { status: 'second-factor'; step: 'code' | 'setup'; user: SessionUser }
  | { status: 'signed-in'; user: SessionUser; profile: Profile }

const state = atom<SessionState>({ status: 'loading' })

export const $session: ReadableAtom<SessionState> = state

type LoadedSession = Exclude<SessionState, { status: 'loading' | 'failed' }>

function isLoaded(session: SessionState): session is LoadedSession {
  return session.status !== 'loading' && session.status !== 'failed'
}

/** Resolves with the session once it is loaded. */
export async function sessionLoaded(): Promise<LoadedSession> {
  const current = state.get()
  if (isLoaded(current)) return current
  return new Promise((resolve) => {
    const stop = state.listen((session) => {
      if (!isLoaded(session)) return
      stop()
      resolve(session)
    })
  })
}

/** The kind of mailed link that signed the person in to choose a password. */
export type PasswordLink = 'recovery' | 'invite'

const passwordLink = atom<PasswordLink | null>(null)

/** Set from following such a link until the password is saved; survives reloads of the tab. */
export const $passwordLink: ReadableAtom<PasswordLink | null> = passwordLink

const PASSWORD_LINK = 'mantel.password-link'

function setPasswordLink(link: PasswordLink | null): void {
  passwordLink.set(link)
  if (link === null) sessionStorage.removeItem(PASSWORD_LINK)
  else sessionStorage.setItem(PASSWORD_LINK, link)
}

const linkError = atom<string | null>(null)

/** Why the mailed link in the address does not work; null when it does or there was none. */
export const $linkError: ReadableAtom<string | null> = linkError

export function forgetLinkError(): void {
  linkError.set(null)
}

const OLD_LINK = 'This link has expired or has already been used.'

const accountError = atom<string | null>(null)

/** Why the account that signed in last cannot be used; null when it can or nobody did. */
export const $accountError: ReadableAtom<string | null> = accountError

/** A mailed link that was opened, and whose button has not been pressed. */
export interface MailedLink {
  tokenHash: string
  mail: AuthMail
}

const mailedLink = atom<MailedLink | null>(null)

/** The mailed link in the address. Its mail may be opened by machines: nothing happens until `followMailedLink`. */
export const $mailedLink: ReadableAtom<MailedLink | null> = mailedLink

function readMailedLink(): MailedLink | null {
  const query = new URLSearchParams(location.search)
  const tokenHash = query.get('token_hash')
  const mail = Object.values(authMails(siteName())).find(({ type }) => type === query.get('type'))
  return tokenHash === null || mail === undefined ? null : { tokenHash, mail }
}

/** Whether the server has refused a link for good. */
function isRefused({ status = 0 }: AuthError): boolean {
  return status >= 400 && status < 500 && status !== 429
}

/**
 * Signs in with a mailed link, at the press of its button; why it does not work is then in `$linkError`. Resolves to
 * 'other-address' when the address of the account changes once the link in the mail to the other address is used, too.
 * Throws a BackendError when the server does not get to it: the link still works then.
 */
export async function followMailedLink({ tokenHash, mail }: MailedLink): Promise<'done' | 'other-address'> {
  const { data, error } = await sessionlessAuth().verifyOtp({ token_hash: tokenHash, type: mail.type })
  if (error !== null && !isRefused(error)) throw toBackendError(error, error.status)
  history.replaceState(history.state, '', location.pathname)
  if (error !== null) refuseLink(error)
  else if (data.session !== null) {
    const { access_token, refresh_token } = data.session
    await followLink({ access_token, refresh_token, kind: passwordLinkOf(mail.type) })
  }
  mailedLink.set(null)
  return error === null && data.session === null ? 'other-address' : 'done'
}

/** The session that the address carries after a link of the auth server itself. */
interface LinkedSession {
  access_token: string
  refresh_token: string
  kind: PasswordLink | null
}

/** Says in `$linkError` why a link does not work. */
function refuseLink(error: AuthError): void {
  const isOffline = toBackendError(error, error.status).kind === 'network'
  linkError.set(isOffline ? 'The server cannot be reached.' : OLD_LINK)
}

function passwordLinkOf(kind: string | null): PasswordLink | null {
  return kind === 'recovery' || kind === 'invite' ? kind : null
}

/** Reads the session in the address, and removes it from there. Null when there is none, or it says that it failed. */
function readLinkedSession(): LinkedSession | null {
  const link = new URLSearchParams(location.hash.slice(1))
  const access_token = link.get('access_token')
  const reason = link.get('error_description')
  setPasswordLink(passwordLinkOf(sessionStorage.getItem(PASSWORD_LINK)))
  if (access_token === null && reason === null) return null
  history.replaceState(history.state, '', location.pathname + location.search)
  if (access_token === null) {
    // Never its words, which anybody can put into an address.
    const isOld = link.get('error_code') === 'otp_expired' || /expired|invalid/i.test(reason ?? '')
    linkError.set(isOld ? OLD_LINK : 'This link does not work.')
    return null
  }
  const refresh_token = link.get('refresh_token') ?? ''
  return { access_token, refresh_token, kind: passwordLinkOf(link.get('type')) }
}

/** Signs in with the session of a link. Resolves to false when that fails; the reason is then in `$linkError`. */
async function takeLinkedSession({ access_token, refresh_token, kind }: LinkedSession): Promise<boolean> {
  setPasswordLink(kind)
  const { error } = await adminClient().auth.setSession({ access_token, refresh_token })
  if (error === null) return true
  setPasswordLink(null)
  refuseLink(error)
  return false
}

/** A link that signs in another person than the signed-in one, and both e-mail addresses. */
interface SessionChange {
  present: string
  linked: string
  accept: () => Promise<void>
  refuse: () => void
}

const sessionChange = atom<SessionChange | null>(null)

/** Set while the person has to choose between the present session and a link's. */
export const $sessionChange: ReadableAtom<SessionChange | null> = sessionChange

/** Whether a link of the address is about to sign somebody in: until then nobody is signed out. */
let isLinkPending = false

/** Signs in with a link when nobody else is signed in; otherwise sets `$sessionChange`, as anybody may send links. */
async function followLink(link: LinkedSession): Promise<void> {
  const { auth } = adminClient()
  const present = (await auth.getSession()).data.session?.user
  // What the token says of itself can be made up. One that the server takes has not run out, so the session of the
  // refresh token beside it, which may be another person's, is not asked for.
  const linked = await auth.getUser(link.access_token)
  if (linked.error !== null) refuseLink(linked.error)
  else if (present !== undefined && present.id !== linked.data.user.id) {
    sessionChange.set({
      present: present.email ?? '',
      linked: linked.data.user.email ?? '',
      accept: async () => {
        const isSignedIn = await takeLinkedSession(link)
        sessionChange.set(null)
        // A full page load: no data of the previous person stays in memory.
        if (isSignedIn) location.assign(link.kind === null ? '/admin' : '/auth')
      },
      refuse: () => sessionChange.set(null),
    })
    return
  }
  const isSignedIn = linked.error === null && (await takeLinkedSession(link))
  isLinkPending = false
  if (!isSignedIn && present === undefined) state.set({ status: 'signed-out' })
}

/** Id of the person with the loaded or loading profile. */
let currentUserId: string | null = null

/** Number of the latest load of a profile; the result of an older one is dropped. */
let latestLoad = 0

/** How long failed tries to load the profile are taken for a slow one, in milliseconds. */
const SHOW_FAILURE_AFTER_MS = 2000
/** The same for tries that a server that is there was only too slow to answer. */
const SHOW_SLOWNESS_AFTER_MS = 120_000

/** Ends the wait before the next try to load the profile. */
let endWait: () => void = () => undefined

/**
 * Keeps `$session` up to date while the page is open: the stored session, then every sign-in, renewal and sign-out,
 * also in other tabs. Call it once.
 */
export function startSession(): void {
  mailedLink.set(readMailedLink())
  const link = readLinkedSession()
  isLinkPending = link !== null
  adminClient().auth.onAuthStateChange((event, session) => {
    if (session === null) {
      if (isLinkPending && event === 'INITIAL_SESSION') return
      currentUserId = null
      latestLoad++
      endWait()
      setPasswordLink(null)
      state.set({ status: 'signed-out' })
      return
    }
    if (event === 'PASSWORD_RECOVERY') setPasswordLink('recovery')
    const { id, email = '' } = session.user
    if (id === currentUserId && event !== 'USER_UPDATED' && event !== 'MFA_CHALLENGE_VERIFIED') return
    currentUserId = id
    accountError.set(null)
    if (state.get().status !== 'signed-in') state.set({ status: 'loading' })
    // Not inside the callback: the client holds its lock until the callback returns.
    setTimeout(() => void loadProfile({ id, email }), 0)
  })
  addEventListener('online', () => endWait())
  if (link !== null) void followLink(link)
}

/**
 * Loads the profile, and whether the session lacks a second factor, trying again until that works or cannot work, which
 * leaves the person signed out. Each failure is logged; a person who is signed in already notices nothing else of it.
 */
async function loadProfile(user: SessionUser): Promise<void> {
  // Signed out since.
  if (currentUserId !== user.id) return
  const load = ++latestLoad
  endWait()
  const startedAt = performance.now()
  for (let failures = 0; load === latestLoad; failures++) {
    try {
      const { profile, missing } = await fetchOwnProfile(user.id)
      if (load !== latestLoad) return
      state.set(
        missing === 'nothing'
          ? { status: 'signed-in', user, profile }
          : { status: 'second-factor', step: missing, user },
      )
      return
    } catch (thrown) {
      if (load !== latestLoad) return
      console.error('Error fetching profile:', thrown)
      const error = toBackendError(thrown)
      if (isFinal(error)) {
        if (error.kind === 'not-found') accountError.set(noProfileText(user.email))
        currentUserId = null
        state.set({ status: 'signed-out' })
        // What the screen says is so: no session stays in the browser.
        await leaveSession()
        return
      }
      const shown = state.get()
      const isSignedIn = shown.status === 'signed-in' && shown.user.id === user.id
      const patienceMs = isBusy(error) ? SHOW_SLOWNESS_AFTER_MS : SHOW_FAILURE_AFTER_MS
      if (!isSignedIn && performance.now() - startedAt >= patienceMs) {
        state.set({ status: 'failed', user, error, isTrying: false })
      }
    }
    await new Promise<void>((resolve) => {
      endWait = resolve
      setTimeout(resolve, retryDelay(failures))
    })
  }
}

/** Tries at once again to load the profile, where that has failed. */
export function loadProfileNow(): void {
  const session = state.get()
  if (session.status !== 'failed') return
  state.set({ ...session, isTrying: true })
  endWait()
}

/** Checks again whether the session lacks a second factor. */
export async function reloadSession(): Promise<void> {
  const session = state.get()
  if (session.status === 'signed-in') await loadProfile(session.user)
}

/** Shows a new public name of the signed-in person, which is stored already. */
export function setProfileName(full_name: string): void {
  const session = state.get()
  if (session.status === 'signed-in') state.set({ ...session, profile: { ...session.profile, full_name } })
}

/** Throws a BackendError, also for wrong credentials. */
export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await adminClient().auth.signInWithPassword({ email, password })
  if (error !== null) throw toBackendError(error, error.status)
}

/** Creates an account; the confirmation mail leads to /admin. Throws a BackendError. */
export async function signUp(email: string, password: string, fullName: string): Promise<void> {
  const { data, error } = await adminClient().auth.signUp({
    email,
    password,
    options: { data: { full_name: fullName }, emailRedirectTo: `${location.origin}/admin` },
  })
  if (error !== null) throw toBackendError(error, error.status)
  // To hide who has an account, Supabase answers a taken address with a user that has no identity.
  if (data.user?.identities?.length === 0) {
    throw toBackendError({ code: 'user_already_exists', message: 'User already registered' })
  }
}

/** Mails a link to choose a new password if the account exists, which the response does not say. Throws a BackendError. */
export async function requestPassword(email: string): Promise<void> {
  const { error } = await adminClient().auth.resetPasswordForEmail(email, {
    redirectTo: `${location.origin}/auth`,
  })
  if (error !== null) throw toBackendError(error, error.status)
}

/** Sets a new password; `current` is null after a mailed link. Other sessions end. Throws a BackendError. */
export async function choosePassword(password: string, current: string | null): Promise<void> {
  const { error } = await adminClient().auth.updateUser({
    password,
    ...(current === null ? {} : { current_password: current }),
  })
  if (error !== null) throw toBackendError(error, error.status)
  setPasswordLink(null)
}

let isSignOutChosen = false

/** Whether the person chose to sign out: then they go to the site, not to the sign-in screen. */
export function signedOutByChoice(): boolean {
  return isSignOutChosen
}

/** Ends the session on this machine, also when the server cannot be reached. */
export async function signOut(): Promise<void> {
  isSignOutChosen = true
  await adminClient().auth.signOut({ scope: 'local' })
}

/** Ends the session, and stays at the sign-in. */
export async function leaveSession(): Promise<void> {
  await adminClient().auth.signOut({ scope: 'local' })
}

/** Ends all sessions of this person, on every machine. Throws a BackendError, and ends none, without the server. */
export async function signOutEverywhere(): Promise<void> {
  isSignOutChosen = true
  const { error } = await adminClient().auth.signOut({ scope: 'global' })
  if (error === null) return
  isSignOutChosen = false
  throw toBackendError(error, error.status)
}
