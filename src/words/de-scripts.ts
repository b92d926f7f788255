import type { ScriptWords } from './words.ts'

const NUMBER = new Intl.NumberFormat('de')

const articles = (count: number) => `${count} Artikel`
const results = (count: number) => `${count} Treffer`
const tooLong = (what: string) => (max: number) => `${what} hat höchstens ${NUMBER.format(max)} Zeichen.`

const AGAIN = 'Etwas ist schiefgegangen. Bitte noch einmal versuchen.'
const TOO_MANY = 'Zu viele Anfragen. Bitte in ein paar Minuten noch einmal versuchen.'
const EMAIL_INVALID = 'Bitte eine gültige E-Mail-Adresse eingeben.'
const FAILED = 'Anmeldung fehlgeschlagen'
const ERROR = 'Fehler'

/** German; see en-scripts.ts. */
export const deScripts: ScriptWords = {
  quoted: (text) => `„${text}“`,

  articles,
  minutes: (count) => `${count} Min.`,
  uncategorized: 'Ohne Rubrik',
  unknownAuthor: 'Unbekannt',
  by: 'von',
  browseAll: 'Alle Artikel durchsuchen',
  browseAllArticles: 'Alle Artikel durchsuchen',
  shownOf: (shown, total) => `${shown} von ${total} Artikeln.`,
  showMore: 'Mehr zeigen',
  loadingArticles: 'Artikel werden geladen …',
  moreNotLoaded: 'Weitere Artikel konnten nicht geladen werden.',

  tryAgain: 'Noch einmal versuchen',
  notReached: 'Das Magazin ist nicht erreichbar. Bitte die Verbindung prüfen.',
  articlesNotLoaded: 'Die Artikel konnten nicht geladen werden',

  search: {
    field: 'Artikel suchen',
    button: 'Suchen',
    recent: 'Letzte Suchen',
    results: 'Suchergebnisse',
    searching: 'Suche läuft …',
    notAnswering: 'Die Suche antwortet nicht. Mit der Eingabetaste geht es weiter zur Seite aller Artikel.',
    none: (text) => `Keine Treffer für „${text}“`,
    people: (count) => (count === 1 ? '1 Person' : `${count} Personen`),
    found: (total, shown) => `${results(total)}, ${shown} gezeigt`,
    foundClose: (total, shown) =>
      `${total} ${total === 1 ? 'ähnlicher' : 'ähnliche'} Treffer, ${shown} gezeigt`,
    foundWithWords: (total, shown) => `${total} weitere mit diesen Wörtern, ${shown} gezeigt`,
    viewAll: (total) => `Alle ${total} Treffer zeigen`,
    viewAllClose: (total) => `Alle ${total} ähnlichen Treffer zeigen`,
    viewAllAndClose: 'Alle Treffer und ähnliche Treffer zeigen',
    closeMatches: 'Ähnliche Treffer',
    moreWithWords: 'Weitere mit diesen Wörtern',
    closestOf: (shown, total) => `Die ${shown} ähnlichsten von ${total}`,
    stories: (count) => `${count} Artikel`,
    didYouMean: { before: 'Gemeint war vielleicht ', after: '?' },
    suggestions: 'Vorschläge',
    suggestionCount: (count) => `${count} ${count === 1 ? 'Vorschlag' : 'Vorschläge'}`,
  },

  browse: {
    title: 'Stöbern',
    all: 'Alle Artikel',
    allCategories: 'Alle',
    filterByCategory: 'Nach Rubrik filtern',
    more: 'Mehr',
    less: 'Weniger',
    clearAll: 'Alles zurücksetzen',
    clearFilters: 'Alle Filter zurücksetzen',
    filters: 'Filter',
    category: 'Rubrik',
    anyCategory: 'Alle Rubriken',
    author: 'Von',
    anyAuthor: 'Allen',
    readTime: 'Lesezeit',
    anyLength: 'Jede Länge',
    readTimes: {
      short: 'Kurz (bis 5 Min.)',
      medium: 'Mittel (5–10 Min.)',
      long: 'Lang (über 10 Min.)',
    },
    reads: { short: 'Kurze Artikel', medium: 'Mittellange Artikel', long: 'Lange Artikel' },
    inCategory: (category) => `in ${category}`,
    byAuthor: (author) => `von ${author}`,
    sort: 'Sortieren',
    sorts: {
      latest: 'Neueste zuerst',
      oldest: 'Älteste zuerst',
      title: 'Titel A–Z',
      'read-time': 'Lesezeit',
    },
    view: 'Ansicht',
    views: { grid: 'Kacheln', list: 'Liste' },
    showing: (first, last, total) => `${first}–${last} von ${total} Artikeln`,
    pageOf: (page, pages) => `Seite ${page} von ${pages}`,
    pages: 'Seiten',
    page: (page) => `Seite ${page}`,
    previous: 'Zurück',
    next: 'Weiter',
    noneFound: 'Keine Artikel gefunden',
    adjust: 'Andere Suchwörter oder weniger Filter führen vielleicht zum Ziel.',
    noneYet: 'Die ersten Artikel werden noch geschrieben.',
    newest: 'Die neuesten Artikel',
  },

  forms: {
    name: 'Name',
    email: 'E-Mail',
    phone: 'Telefon',
    subject: 'Betreff',
    message: 'Nachricht',
    placeholders: {
      name: 'Marit Solberg',
      email: 'marit@example.com',
      phone: '+49 30 1234567',
      subject: 'Worum geht es?',
      message: 'Gern etwas mehr dazu …',
    },
    send: 'Nachricht senden',
    sending: 'Wird gesendet …',
    firstName: 'Vorname',
    yourEmail: 'E-Mail-Adresse',
    subscribe: 'Abonnieren',
    subscribing: 'Wird angemeldet …',
    whatToSend: 'Was kommen soll',
    privacy: 'Datenschutz',
    leaveEmpty: 'Bitte leer lassen',
    allSet: 'Alles bereit!',
    continueReading: 'Weiterlesen',
    confirm: 'Bitte noch bestätigen: Der Link dazu kommt per E-Mail.',
    errors: {
      name: { missing: () => 'Bitte den Namen eingeben.', 'too-long': tooLong('Ein Name') },
      email: {
        missing: () => 'Bitte die E-Mail-Adresse eingeben.',
        invalid: () => EMAIL_INVALID,
        'too-long': tooLong('Eine E-Mail-Adresse'),
      },
      phone: { 'too-long': tooLong('Eine Telefonnummer') },
      subject: { 'too-long': tooLong('Ein Betreff') },
      message: { missing: () => 'Bitte eine Nachricht eingeben.', 'too-long': tooLong('Eine Nachricht') },
      subscriber: {
        missing: () => 'Zum Abonnieren bitte die E-Mail-Adresse eingeben.',
        invalid: () => EMAIL_INVALID,
        'too-long': tooLong('Eine E-Mail-Adresse'),
      },
      first_name: { 'too-long': tooLong('Ein Vorname') },
    },
  },

  outcomes: {
    subscribed: {
      title: (siteName) => `Willkommen bei ${siteName}!`,
      text: 'Der Newsletter ist abonniert.',
    },
    thanks: { title: 'Danke fürs Abonnieren!' },
    'email-required': {
      title: 'E-Mail-Adresse fehlt',
      text: 'Zum Abonnieren bitte die E-Mail-Adresse eingeben.',
    },
    'sign-up-invalid': { title: FAILED, text: EMAIL_INVALID },
    'already-subscribed': {
      title: 'Schon abonniert',
      text: 'Diese Adresse bekommt unseren Newsletter bereits.',
      link: 'Auswählen, was kommt',
    },
    'not-subscribed': { title: FAILED, text: AGAIN },
    'too-many-sign-ups': { title: FAILED, text: TOO_MANY },
    'message-sent': { title: 'Nachricht gesendet!', text: 'Wir melden uns so bald wie möglich.' },
    'message-invalid': {
      title: ERROR,
      text: 'Bitte Namen, eine gültige E-Mail-Adresse und eine Nachricht eingeben. Der Zurück-Knopf des Browsers bringt das Geschriebene zurück.',
    },
    'message-not-sent': {
      title: ERROR,
      text: 'Die Nachricht konnte nicht gesendet werden. Bitte noch einmal versuchen.',
    },
    'too-many-messages': { title: ERROR, text: TOO_MANY },
  },

  share: {
    copyLink: 'Link kopieren',
    linkCopied: 'Link kopiert!',
    linkCopiedText: 'Der Link zum Artikel ist in der Zwischenablage',
    notCopied: 'Kopieren fehlgeschlagen',
    linkNotCopied: 'Der Link konnte nicht in die Zwischenablage kopiert werden',
    captionNotCopied: 'Der Text konnte nicht in die Zwischenablage kopiert werden',
    noImage: 'Kein Bild vorhanden',
    noImageText: 'Zum Teilen auf Pinterest ist ein Bild nötig',
    openingInstagram: 'Instagram wird geöffnet',
    openingInstagramText: 'Text kopiert – einfach in den neuen Beitrag einfügen!',
    instagramOpened: 'Instagram ist offen!',
    instagramOpenedText: 'Text kopiert – neuen Beitrag anlegen und einfügen!',
    captionCopied: 'Text kopiert',
    captionCopiedText: 'Instagram öffnen, neuen Beitrag anlegen und einfügen!',
  },

  story: {
    back: 'Alle Artikel',
    facts: 'Auf einen Blick',
    pictureOf: (place, count) => `Bild ${place} von ${count}`,
    unreadable: {
      unknown: 'Inhalt nicht verfügbar',
      interactive: 'Der interaktive Inhalt konnte nicht geladen werden',
      'mixed-media': 'Der Inhalt mit Bildern und Filmen konnte nicht geladen werden',
    },
  },

  author: {
    joined: (month) => `Dabei seit ${month}`,
    articlesBy: (total) => ({ before: 'Artikel von ', after: ` (${total})` }),
    noArticles: 'Hier gibt es noch keine Artikel.',
  },

  previewBar: {
    preview: 'Vorschau',
    shows: {
      draft: 'Dieser Artikel ist nicht veröffentlicht.',
      scheduled: 'Dieser Artikel ist noch nicht erschienen.',
      changes: 'Diese Änderungen sind nicht veröffentlicht.',
      published: 'Dieser Artikel ist veröffentlicht.',
    },
    ends: (day) => `Der Link gilt bis zum ${day}.`,
  },
}
