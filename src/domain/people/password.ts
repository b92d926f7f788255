import * as z from 'zod/mini'
import { wordSet } from '../text/word-set.ts'

/** The minimum length of a password where no setting raises it, in characters. */
export const MIN_PASSWORD_LENGTH = 6
/** The highest minimum length that the settings accept. */
export const MAX_MIN_PASSWORD_LENGTH = 32
/** The length that the forms advise, in characters. */
const ADVISED_LENGTH = 12

/** The limit of bcrypt, by which the auth server stores passwords. */
export const MAX_PASSWORD_BYTES = 72

export const COMMON_PASSWORD = 'This password is one of the most used. Please choose another one'

/** The check of the minimum length, also of a password to sign in with. */
export function passwordLength(min: number = MIN_PASSWORD_LENGTH) {
  return z.minLength(min, `Password must be at least ${min} characters`)
}

/** The checks of a new password; `min` is the minimum length of the settings. */
export function newPasswordChecks(min: number) {
  return [
    passwordLength(min),
    z.refine<string>((password) => !isCommonPassword(password), COMMON_PASSWORD),
  ] as const
}

/** What is wrong with a new password; null when it may be used. */
export function passwordProblem(password: string, min: number): string | null {
  const checked = z
    .string()
    .check(...newPasswordChecks(min))
    .safeParse(password)
  return checked.error?.issues[0]?.message ?? null
}

/** The line under a field for a new password. */
export function passwordAdvice(min: number): string {
  return min >= ADVISED_LENGTH
    ? `At least ${min} characters`
    : `At least ${min} characters; ${ADVISED_LENGTH} or more are safer`
}

/** Whether a password is one of the most used, in any case and with blanks around it. */
export function isCommonPassword(password: string): boolean {
  return COMMON_PASSWORDS.has(password.normalize('NFKC').trim().toLowerCase())
}

/** The most used passwords of six characters and more in lists of leaked ones, and the likely ones of this product. */
const COMMON_PASSWORDS: ReadonlySet<string> = wordSet(
  '000000 00000000 101010 102030 1111111 111111 11111111 112233 11223344 121212 123123 123123123 123321 1234321',
  '123454321 123456 1234567 12345678 123456789 1234567890 123456a 1234qwer 123654 123654789 123abc 123qwe 123qweasd',
  '123qweasdzxc 131313 141414 142536 147258 147258369 147852 159357 159753 159951 1a2b3c 1a2b3c4d 1q2w3e 1q2w3e4r',
  '1q2w3e4r5t 1qaz2wsx 1qazxsw2 202020 212121 222222 232323 246810 252525 258456 292929 303030 321321 333333 369258',
  '444444 456456 456789 555555 5555555 654321 654654 666666 6666666 696969 7654321 777777 7777777 77777777 789456',
  '789456123 8675309 87654321 888888 88888888 963852 987654 987654321 9876543210 999999 99999999',
  'aaaaaa aaaaaaaa abc123 abc1234 abc12345 abcabc abcd1234 abcdef abcdefg abcdefgh access admin1 admin123 administrator',
  'amanda andrea andrew angel1 anthony asd123 asdasd asdfasdf asdfgh asdfghj asdfghjkl asdf1234 ashley azerty azertyuiop',
  'babygirl bailey banana baseball basketball batman blink182 buster butterfly changeme charlie cheese chelsea chocolate',
  'computer cookie daniel default dragon eminem fdsafdsa flower football freedom fuckyou george ginger google guest123',
  'gfhjkm hannah hello1 hello123 hellohello hunter hunter2 iloveyou iloveyou1 internet jasmine jennifer jessica jordan',
  'jordan23 joshua justin killer letmein letmein1 liverpool login123 lovely loveme lovers maggie mantel mantel1 mantel123',
  'martin master matrix matthew merlin michael michelle minecraft monkey mother mustang mynoob naruto nicole nintendo',
  'nothing ninja1 oliver p@ssw0rd p@ssword pa$$word pa55word passw0rd passwort password password! password1 password12',
  'password123 password1234 patrick pepper pokemon princess purple q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qqqqqq',
  'qqww1122 qwaszx qweasd qweasdzxc qweqwe qwer1234 qwert1 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyu qwertyui',
  'qwertyuiop qwertz ranger robert samsung samantha secret secret123 shadow soccer sophie starwars summer sunshine',
  'superman superman1 superstar target123 taylor test123 test1234 testing tester thomas thunder tigger tinkle trustno1',
  'welcome welcome1 welcome123 whatever william yankees yellow zaq12wsx zaq1zaq1 zinch zxcvbn zxcvbnm zxczxc',
)
