import { expect, test } from 'vitest'
import { canonicalJson, parseJson } from './canonical-json.ts'

const again = (json: string) => canonicalJson(parseJson(json))

test('keys are in the order of their UTF-16 units, without blanks, as RFC 8785 has it', () => {
  // The example of its section 3.2.3.
  const json = String.raw`{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}`
  expect([...again(json).matchAll(/"([A-Z][^"]*)"/g)].map(([, value]) => value)).toEqual([
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ])
  expect(again('{"b": [1.50, 1E3, -0, {"d": null, "c": true}], "a": "\\u000f\\"\\\\\\/"}')).toBe(
    String.raw`{"a":"\u000f\"\\/","b":[1.5,1000,0,{"c":true,"d":null}]}`,
  )
})

test.each(['12345678901234567890', '0.1234567890123456789', `1${'0'.repeat(400)}`])(
  'a number with more digits than a double keeps them: %s',
  (digits) => {
    expect(again(`{"b": ${digits}, "a": "1234567890123456.7"}`)).toBe(
      `{"a":"1234567890123456.7","b":${digits}}`,
    )
  },
)

test('a key that objects have of themselves is a key like others', () => {
  expect(again('{"b": 1, "__proto__": {"a": 2}}')).toBe('{"__proto__":{"a":2},"b":1}')
})
