import { monthsAfterDottedDay } from './calendar.ts'

/**
 * Words that follow an ordinal number at the start of a sentence, besides the names of months, by language: "1. Stock".
 * In lower case.
 */
const NOUNS: Readonly<Record<string, string>> = {
  de: 'stock stockwerk etage geschoss obergeschoss untergeschoss og ug bezirk klasse kategorie platz preis rang liga bundesliga fc sc runde halbzeit teil kapitel akt satz band auflage ausgabe folge staffel reihe semester weltkrieg jahrhundert jh jahrtausend generation person mal advent weihnachtsfeiertag weihnachtstag lebensjahr tag woche monat jahr',
  da: 'sal etage klasse plads præmie verdenskrig århundrede juledag',
  nb: 'etasje klasse plass premie verdenskrig århundre juledag',
  fi: 'kerros luokka sija palkinto maailmansota vuosisata',
  cs: 'patro poschodí podlaží třída místo cena světová století kapitola díl',
  sk: 'poschodie podlažie trieda miesto cena svetová storočie kapitola diel',
  hu: 'emelet osztály kerület helyezett díj világháború század fejezet',
  pl: 'piętro klasa miejsce nagroda wojna wiek rozdział',
  hr: 'kat razred mjesto nagrada svjetski stoljeće',
  sl: 'nadstropje razred mesto nagrada svetovna stoletje',
}

const known = new Map<string, ReadonlySet<string>>()

/**
 * The words that follow an ordinal number in a language that writes it with a dot ("1. Mai", "3. Stock"), in lower case.
 * Empty for languages that do not, such as English.
 */
export function ordinalNouns(tag: string): ReadonlySet<string> {
  const nouns = known.get(tag) ?? readNouns(tag)
  known.set(tag, nouns)
  return nouns
}

function readNouns(tag: string): ReadonlySet<string> {
  const months = (['long', 'short'] as const).flatMap((month) => monthsAfterDottedDay(tag, month))
  return new Set([...months, ...(NOUNS[new Intl.Locale(tag).language]?.split(' ') ?? [])])
}
