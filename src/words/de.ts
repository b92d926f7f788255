import { SITE_PAGE_TITLES } from '../domain/site/menu.ts'
import { deScripts } from './de-scripts.ts'
import { deTexts } from './de-texts.ts'
import type { Words } from './words.ts'

const REQUEST_NOTED = 'Die Anfrage ist angekommen'
const IGNORE = 'Wer das nicht war, braucht nichts zu tun.'
const SEVEN_DAYS = 'Der Link gilt sieben Tage.'

/** German, see en.ts. Neither `Sie` nor `du`: it fits any magazine. */
export const de: Words = {
  ...deScripts,
  texts: deTexts,
  outcomes: {
    ...deScripts.outcomes,
    'link-asked': {
      title: 'Die Anfrage ist notiert',
      text: 'Steht diese Adresse auf unserer Liste, schicken wir ihr einen Link: sofort oder einige Minuten nach der vorigen Mail.',
    },
    'link-not-asked': {
      title: deScripts.outcomes['too-many-messages'].title,
      text: 'Bitte eine gültige E-Mail-Adresse eingeben und wählen, was der Link tun soll.',
    },
    'too-many-links': {
      title: deScripts.outcomes['too-many-messages'].title,
      text: deScripts.outcomes['too-many-messages'].text,
    },
    confirmed: { title: 'Abo bestätigt', text: 'Danke. Von jetzt an kommen unsere Briefe an diese Adresse.' },
    'preferences-saved': { title: 'Gespeichert', text: 'Von jetzt an kommt, was ausgewählt ist.' },
    'preferences-none': {
      title: 'Gespeichert: Es kommen keine Briefe',
      text: 'Nichts ist ausgewählt. Die Adresse bleibt auf unserer Liste, bis das Abo beendet wird.',
    },
    'not-confirmed': {
      title: 'Das Abo ist noch nicht bestätigt',
      text: 'Der Link zum Bestätigen steht in unserer Mail; hier lässt er sich noch einmal anfordern.',
    },
    'not-subscribed-now': {
      title: 'Kein Abo unter dieser Adresse',
      text: 'An diese Adresse kommen keine Briefe. Neu abonnieren: mit dem Knopf oben auf der Seite.',
    },
    unsubscribed: { title: 'Das Abo ist beendet', text: 'An diese Adresse gehen keine Briefe mehr.' },
    resubscribed: { title: 'Das Abo läuft wieder', text: 'Alles ist, wie es war.' },
    'still-pending': {
      title: 'Die Anmeldung gilt wieder',
      text: 'Bitte noch bestätigen: Der Link dazu kommt per E-Mail.',
    },
    'data-requested': {
      title: REQUEST_NOTED,
      text: 'Was wir gespeichert haben, kommt innerhalb von dreißig Tagen an diese Adresse.',
    },
    'erasure-requested': {
      title: REQUEST_NOTED,
      text: 'Es kommen keine Briefe mehr, und innerhalb von dreißig Tagen löschen wir, was wir gespeichert haben.',
    },
    'link-expired': {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Ein neuer lässt sich hier anfordern.',
    },
  },
  sitePages: SITE_PAGE_TITLES.de,
  close: 'Schließen',
  skip: 'Zum Inhalt springen',
  home: (siteName) => `${siteName}, Startseite`,
  mainMenu: 'Hauptmenü',
  menu: 'Menü',
  subscribe: 'Abonnieren',
  newsletter: 'Newsletter',
  scriptNotLoaded: 'Laden fehlgeschlagen. Bitte die Verbindung prüfen und noch einmal versuchen.',

  weekOf: (day) => `Woche vom ${day}`,
  aYearAgo: 'Vor einem Jahr in dieser Woche',
  homePage: 'Startseite',
  featured: 'Ausgewählte Artikel',
  viewAll: 'Alle ansehen',
  viewAllOf: (title) => `Alle ansehen: ${title}`,
  articlesList: 'Artikel',
  older: 'Ältere Artikel',
  newer: 'Neuere Artikel',
  newestIn: (title) => `Neueste Artikel: ${title}`,
  olderIn: (title) => `Ältere Artikel: ${title}`,
  olderText: (first, title) => `„${first}“ und ältere Artikel: ${title}.`,

  articlesIn: (count, name) => `${deScripts.articles(count)} in ${name}`,

  section: {
    empty: 'In dieser Rubrik gibt es keine Artikel.',
    emptyYet: 'In dieser Rubrik gibt es noch keine Artikel.',
    all: 'Alle',
    category: 'Rubrik',
    showFirst: 'Zuerst zeigen',
    viewAllIn: (title) => `Alle Artikel in ${title}`,
  },

  tag: {
    label: 'Thema',
    title: (name) => `Artikel zum Thema „${name}“`,
    description: (siteName, name) => `Alle Artikel zum Thema „${name}“ in ${siteName}, die neuesten zuerst.`,
    count: (total, name) => `${deScripts.articles(total)} zu ${name}`,
  },

  browsePage: {
    description: 'Alle Artikel des Magazins, die neuesten zuerst: zum Suchen und zum Stöbern nach Rubriken.',
    latest: 'Neueste Artikel',
    featured: 'Im Fokus',
    scriptless:
      'Suchen, Filtern und Blättern brauchen JavaScript, das in diesem Browser ausgeschaltet ist. Ohne JavaScript gibt es unten die neuesten Artikel, ',
    olderOnes: 'ältere',
    thoseOf: 'die aus ',
    andThoseOf: 'und die von ',
    eachAuthor: 'allen, die hier schreiben',
    end: '.',
  },

  letters: {
    title: 'Briefe',
    description: (siteName) => `Die Briefe von ${siteName}, die neuesten zuerst.`,
    all: 'Alle Briefe',
    sent: 'Verschickt am ',
  },

  authors: {
    title: 'Wer hier schreibt',
    none: 'Noch niemand.',
    articlesBy: (name, siteName) => `Artikel von ${name} in ${siteName}.`,
    onNetwork: (name, network) => `${name} bei ${network}`,
  },

  article: {
    updated: 'Aktualisiert am ',
    contents: 'In diesem Artikel',
    share: 'Diesen Artikel teilen',
    tags: 'Themen',
    continueReading: 'Weiterlesen',
    moreIn: (category) => `Mehr aus ${category}`,
    earlierIn: (category) => `Davor in ${category}`,
    laterIn: (category) => `Danach in ${category}`,
    writtenBy: 'Geschrieben von',
    othersBy: (name) => `Weiteres von ${name}`,
    gallery: 'Galerie',
    larger: (picture, alt) => `${picture}, größer${alt && `: ${alt}`}`,
    previousPicture: 'Voriges Bild',
    nextPicture: 'Nächstes Bild',
    picturesAndFilms: 'Bilder und Filme',
    film: 'Film',
    previous: 'Zurück',
    next: 'Weiter',
    backToChoices: 'Zurück zur Auswahl',
    madeBy: { photograph: 'Foto', rendering: 'Visualisierung', generated: 'KI-generiert' },
    allMadeBy: { photograph: 'Fotos', rendering: 'Visualisierungen', generated: 'KI-generierte Bilder' },
    pictures: 'Bilder',
    pictureTerms: 'Nutzung der Bilder',
  },

  contact: {
    title: 'Kontakt',
    heading: { text: 'Schreiben', emphasised: 'erwünscht' },
    form: 'Eine Nachricht an uns',
    closed: 'Das Formular ist zurzeit geschlossen',
    writeInstead: { before: 'Nachrichten erreichen uns unter ', after: '.' },
    comeBack: 'An einem anderen Tag ist es wieder offen.',
  },

  about: 'Über uns',
  aboutEnd: { authors: 'Wer hier schreibt', or: ' oder ', contact: 'Nachricht an uns', end: '' },
  privacyPolicy: 'Datenschutz',
  terms: 'Nutzungsbedingungen',
  effective: 'Gültig ab',

  subscription: {
    title: 'Abo verwalten',
    heading: { text: 'Abo', emphasised: 'verwalten' },
    description: (siteName) =>
      `Auswählen, was von ${siteName} kommt, das Abo beenden oder erfahren, was wir gespeichert haben.`,
    changeAnyTime: { before: 'Jederzeit lässt sich ', after: ' oder das Abo beenden.' },
    changeChoice: 'ändern, was kommt,',
    intro:
      'Auswählen, was kommt, das Abo beenden, erfahren, was wir zu einer Adresse gespeichert haben, oder es löschen lassen. Ein Konto ist nicht nötig: Wir schicken einen Link an die Adresse, und der Knopf dahinter genügt.',
    whatLinkIsFor: 'Wofür der Link ist',
    reading: 'Die Auswahl wird gelesen …',
    notRead: 'Die Auswahl konnte nicht gelesen werden. Bitte die Verbindung prüfen und die Seite neu laden.',
    save: 'Speichern',
    useLink: 'Einen Link verwenden',
    linkOfMail: 'Der Link aus der Mail, hier eingefügt',
    doWhatItSays: 'Ausführen',
    chooseHere:
      'Mit einem Link zum Auswählen geht es hier: Was eingeschaltet ist, kommt von da an, was ausgeschaltet ist, nicht. Um die bisherige Auswahl zu sehen, ist JavaScript nötig.',
    linkToChoose: 'Der Link zum Auswählen, hier eingefügt',
    askForLink: 'Einen Link anfordern',
    whatLinkDoes: 'Was der Link tun soll',
    purposes: {
      preferences: 'Auswählen, was kommt',
      unsubscribe: 'Das Abo beenden',
      confirm: 'Den Link zum Bestätigen noch einmal schicken',
      data: 'Zuschicken, was über mich gespeichert ist',
      erasure: 'Löschen, was über mich gespeichert ist',
    },
    send: 'Link schicken',
    links: {
      confirm: 'Ein Druck, und unsere Briefe kommen an diese Adresse.',
      preferences: 'Auswählen, was an diese Adresse kommt; das lässt sich jederzeit ändern.',
      unsubscribe: 'Ein Druck, und an diese Adresse gehen keine Briefe mehr.',
      data: 'Ein Druck, und innerhalb von dreißig Tagen kommt an diese Adresse, was dazu gespeichert ist.',
      erasure:
        'Ein Druck: Es kommen keine Briefe mehr, und innerhalb von dreißig Tagen wird gelöscht, was zu dieser Adresse gespeichert ist.',
      undo: 'Das Abo ist beendet. War das ein Versehen?',
      open: 'Ein Druck, und es geschieht, was in der Mail steht.',
    },
    undo: 'Rückgängig machen',
    open: 'Weiter',
  },

  notFound: {
    title: 'Seite nicht gefunden',
    description: 'Unter dieser Adresse gibt es keine Seite.',
    home: 'Zur Startseite',
  },
  live: {
    loading: {
      article: 'Artikel wird geladen …',
      author: 'Seite wird geladen …',
      preview: 'Vorschau wird geladen …',
    },
    failed: {
      article: 'Der Artikel konnte nicht geladen werden',
      author: 'Die Seite konnte nicht geladen werden',
      preview: 'Die Vorschau konnte nicht geladen werden',
    },
    failedText: 'Laden fehlgeschlagen. Bitte die Verbindung prüfen.',
    noArticle: 'Artikel nicht gefunden',
    noArticleText: 'Diesen Artikel gibt es nicht.',
    home: 'Zur Startseite',
    noAuthor: 'Person nicht gefunden',
    noAuthorText: 'Unter dieser Adresse schreibt niemand für uns.',
    authorNotFound: 'Niemand dieses Namens gefunden',
    authorNotLoaded: 'Die Angaben zur Person konnten nicht geladen werden',
    noPreview: 'Hier ist keine Vorschau',
    noPreviewText: 'Der Link ist abgelaufen, zurückgezogen oder nicht vollständig.',
    onlyStory: 'Startseite und Ressort lassen sich hier nicht damit zeigen.',
  },
  place: 'Ort',
  moved: 'Umgezogen',
  movedTo: { before: 'Diese Seite ist umgezogen: ', after: '.' },

  feedOf: (subject) => `Artikel in ${subject}`,

  previews: {
    story: 'Artikel',
    home: 'Startseite',
    later: 'Die Vorschau lässt sich gerade nicht zeigen. Bitte gleich noch einmal versuchen.',
    notNow: 'So, wie der Artikel jetzt ist, lässt sich keine Vorschau davon zeigen.',
    none: 'Unter dieser Adresse gibt es keine Vorschau.',
  },

  forPrograms: {
    markdown: 'Jeden Artikel gibt es auch als Markdown: unter der Adresse seiner Seite mit der Endung .md.',
    latest: 'Neueste Artikel',
    all: 'Alle Artikel',
    authors: 'Wer hier schreibt',
    feeds: 'Feeds',
    siteMap: 'Sitemap',
  },

  mails: {
    confirm: {
      subject: (siteName) => `${siteName}: bitte das Abo bestätigen`,
      text: (siteName) => `Mit dieser Adresse wurden die Briefe von ${siteName} abonniert.`,
      note: `${SEVEN_DAYS} ${IGNORE} Ohne Bestätigung kommen keine Briefe.`,
    },
    preferences: {
      subject: (siteName) => `${siteName}: auswählen, was kommt`,
      text: (siteName) =>
        `Für diese Adresse wurde ein Link angefordert, mit dem sich auswählen lässt, welche Briefe von ${siteName} kommen.`,
      note: IGNORE,
    },
    unsubscribe: {
      subject: (siteName) => `${siteName}: das Abo beenden`,
      text: (siteName) =>
        `Für diese Adresse wurde ein Link angefordert, der das Abo der Briefe von ${siteName} beendet.`,
      note: IGNORE,
    },
    data: {
      subject: (siteName) => `${siteName}: gespeicherte Daten`,
      text: (siteName) =>
        `Zu dieser Adresse wurde angefragt, was ${siteName} gespeichert hat. Der Link bestätigt das; dann kommt alles innerhalb von dreißig Tagen an diese Adresse.`,
      note: `${SEVEN_DAYS} ${IGNORE}`,
    },
    erasure: {
      subject: (siteName) => `${siteName}: Daten löschen`,
      text: (siteName) =>
        `${siteName} wurde gebeten zu löschen, was zu dieser Adresse gespeichert ist. Der Link bestätigt das: Briefe kommen dann sofort keine mehr, und der Rest wird innerhalb von dreißig Tagen gelöscht.`,
      note: `${SEVEN_DAYS} ${IGNORE}`,
    },
    agreed: (wording) => `Zugestimmt wird: „${wording}“`,
    leave: 'Abo beenden',
    letter: {
      browser: 'Im Browser ansehen',
      preferences: 'Auswählen, was kommt',
      why: (siteName) =>
        `Dieser Brief kommt, weil die Briefe von ${siteName} unter dieser Adresse abonniert sind.`,
    },
  },
}
