import { SITE_PAGE_TITLES } from '../domain/site/menu.ts'
import { enScripts } from './en-scripts.ts'
import { enTexts } from './en-texts.ts'

const REQUEST_NOTED = 'We have your request'

/** The words of pages that no script shows. */
const pages = {
  /** What stands in place of a text that the magazine has not written. */
  texts: enTexts,
  /** What became of any form, and of a link in a mail; see FormOutcome. */
  outcomes: {
    ...enScripts.outcomes,
    'link-asked': {
      title: 'Your request is noted',
      text: 'If this address is on our list, we mail a link to it: at once, or some minutes after the mail before.',
    },
    'link-not-asked': {
      title: 'Error',
      text: 'Please enter a valid email address and choose what the link should do.',
    },
    'too-many-links': { title: 'Error', text: enScripts.outcomes['too-many-messages'].text },
    confirmed: {
      title: 'Subscription confirmed',
      text: 'Thank you. Our letters come to your address from now on.',
    },
    'preferences-saved': { title: 'Saved', text: 'From now on we send you what you have chosen.' },
    'preferences-none': {
      title: 'Saved: no letters come',
      text: 'You have chosen none of them. Your address stays on our list until you unsubscribe.',
    },
    'not-confirmed': {
      title: 'Your subscription is not confirmed yet',
      text: 'Follow the link in the mail that we sent you, or ask here for the link to confirm again.',
    },
    'not-subscribed-now': {
      title: 'You are not subscribed',
      text: 'No letters come to your address. Subscribe again by the button at the top of the page.',
    },
    unsubscribed: { title: 'You are unsubscribed', text: 'We send no more letters to your address.' },
    resubscribed: { title: 'You are subscribed again', text: 'Everything is as it was.' },
    'still-pending': {
      title: 'Your sign-up stands again',
      text: 'Please confirm it: follow the link in the mail that we send you.',
    },
    'data-requested': {
      title: REQUEST_NOTED,
      text: 'We send what we keep about you to your address within thirty days.',
    },
    'erasure-requested': {
      title: REQUEST_NOTED,
      text: 'No more letters come, and within thirty days we delete what we keep about you.',
    },
    'link-expired': { title: 'This link does not work any more', text: 'You can ask for a new one here.' },
  },

  /** Links of menus that have no label of their own. */
  sitePages: SITE_PAGE_TITLES.en,
  close: 'Close',
  skip: 'Skip to the content',
  home: (siteName: string) => `${siteName}, home`,
  mainMenu: 'Main',
  menu: 'Menu',
  subscribe: 'Subscribe',
  newsletter: 'Newsletter',
  /** Where a script that a reader waits for cannot be loaded. */
  scriptNotLoaded: 'This could not be loaded. Please check your connection and try again.',

  homePage: 'Home',
  weekOf: (day: string) => `The week of ${day}`,
  aYearAgo: 'A year ago this week',
  featured: 'Featured Stories',
  viewAll: 'View All',
  viewAllOf: (title: string) => `View All: ${title}`,
  articlesList: 'Articles',
  older: 'Older articles',
  newer: 'Newer articles',
  newestIn: (title: string) => `Newest articles in ${title}`,
  olderIn: (title: string) => `Older articles in ${title}`,
  olderText: (first: string, title: string) => `“${first}” and older articles in ${title}.`,

  /** The line above a section's list; `name`: the section or the chosen category. */
  articlesIn: (count: number, name: string) => `${enScripts.articles(count)} in ${name}`,

  section: {
    empty: 'No articles found in this category.',
    emptyYet: 'No articles found in this category yet.',
    all: 'All',
    category: 'Category',
    showFirst: 'Show first',
    viewAllIn: (title: string) => `View All ${title} Articles`,
  },

  tag: {
    label: 'Tag',
    title: (name: string) => `Stories tagged “${name}”`,
    description: (siteName: string, name: string) =>
      `Every story in ${siteName} with the tag “${name}”, newest first.`,
    count: (total: number, name: string) => `${total} articles in ${name}`,
  },

  browsePage: {
    description: 'Every story in the magazine, newest first. Search them, or look through them by category.',
    latest: 'Latest Stories',
    featured: 'Featured',
    /** For readers without script: what is said, and the texts of the links in it. */
    scriptless:
      'Searching, filtering and turning pages need JavaScript, which is switched off in this browser. Without it there are the newest stories below, ',
    olderOnes: 'older ones',
    thoseOf: 'those of ',
    andThoseOf: 'and those of ',
    eachAuthor: 'each author',
    end: '.',
  },

  letters: {
    title: 'Letters',
    description: (siteName: string) => `The letters of ${siteName}, the newest first.`,
    all: 'All letters',
    sent: 'Sent ',
  },

  authors: {
    title: 'Our Authors',
    none: 'No authors found.',
    articlesBy: (name: string, siteName: string) => `Articles by ${name} in ${siteName}.`,
    onNetwork: (name: string, network: string) => `${name} on ${network}`,
  },

  article: {
    updated: 'Updated ',
    contents: 'In this story',
    share: 'Share this story',
    tags: 'Tags',
    continueReading: 'Continue Reading',
    moreIn: (category: string) => `More in ${category}`,
    earlierIn: (category: string) => `Earlier in ${category}`,
    laterIn: (category: string) => `Later in ${category}`,
    writtenBy: 'Written by',
    othersBy: (name: string) => `Others by ${name}`,
    gallery: 'Gallery',
    larger: (picture: string, alt: string) => `${picture}, larger${alt && `: ${alt}`}`,
    previousPicture: 'Previous picture',
    nextPicture: 'Next picture',
    picturesAndFilms: 'Pictures and films',
    film: 'Film',
    previous: 'Previous',
    next: 'Next',
    backToChoices: 'Back to choices',
    /** What made a picture, before its credit. */
    madeBy: { photograph: 'Photograph', rendering: 'Rendering', generated: 'Generated' },
    /** What made the pictures of a story, before the credit that they share. */
    allMadeBy: { photograph: 'Photographs', rendering: 'Renderings', generated: 'Generated pictures' },
    pictures: 'Pictures',
    pictureTerms: 'Use of the pictures',
  },

  contact: {
    title: 'Contact',
    heading: { text: 'Write to', emphasised: 'us' },
    form: 'Send us a message',
    closed: 'The form is closed at the moment',
    /** Before and after the address. */
    writeInstead: { before: 'Write to ', after: ' instead.' },
    comeBack: 'Please come back another day.',
  },

  about: 'About',
  /** The last line of the about page, with its two links. */
  aboutEnd: { authors: 'Meet the people who write it', or: ', or ', contact: 'write to us', end: '.' },
  privacyPolicy: 'Privacy Policy',
  terms: 'Terms of Service',
  effective: 'Effective',

  subscription: {
    title: 'Your subscription',
    heading: { text: 'Your', emphasised: 'subscription' },
    description: (siteName: string) =>
      `Choose what comes from ${siteName}, unsubscribe, or ask what we keep about you.`,
    /** Around the link `changeChoice`. */
    changeAnyTime: { before: 'You can ', after: ' at any time, or leave.' },
    changeChoice: 'change what comes',
    intro:
      'Choose what comes, leave, ask what we keep about your address, or have it deleted. No account is needed: we send a link to the address, and the button behind it is enough.',
    whatLinkIsFor: 'What the link is for',
    reading: 'Reading what you have chosen…',
    notRead: 'What you have chosen could not be read. Please check your connection, and load the page again.',
    save: 'Save',
    useLink: 'Use a link',
    linkOfMail: 'The link of your mail, pasted here',
    doWhatItSays: 'Do What It Says',
    chooseHere:
      'With a link to choose what comes, choose here: what is on comes from then on, and what is off does not. To see what you have chosen before, JavaScript is needed.',
    linkToChoose: 'The link to choose, pasted here',
    askForLink: 'Ask for a link',
    whatLinkDoes: 'What the link should do',
    purposes: {
      preferences: 'Choose what comes',
      unsubscribe: 'Unsubscribe',
      confirm: 'Send the link to confirm again',
      data: 'Send me what you keep about me',
      erasure: 'Delete what you keep about me',
    },
    send: 'Send the Link',
    /** Above the button of a link in a mail. */
    links: {
      confirm: 'One press, and our letters come to your address.',
      preferences: 'Choose what comes to your address; you can change it whenever you like.',
      unsubscribe: 'One press, and we send no more letters to your address.',
      data: 'One press, and we send what we keep about you to your address within thirty days.',
      erasure: 'One press: we send no more letters, and within thirty days delete what we keep about you.',
      undo: 'You are unsubscribed. Was that a mistake?',
      open: 'One press, and what the mail says is done.',
    },
    undo: 'Undo',
    open: 'Go On',
  },

  notFound: {
    title: 'Page not found',
    description: 'There is no page at this address.',
    home: 'Return to Home',
  },
  /** What the scripts of the 404 page say of what is not built yet; the page has these words for them. */
  live: {
    loading: { article: 'Loading article...', author: 'Loading author...', preview: 'Loading preview...' },
    failed: {
      article: 'Failed to load article',
      author: 'Failed to load author',
      preview: 'Failed to load preview',
    },
    failedText: 'It could not be loaded. Please check your connection.',
    noArticle: 'Article Not Found',
    noArticleText: "The article you're looking for doesn't exist.",
    home: 'Return Home',
    noAuthor: 'Author Not Found',
    noAuthorText: "The author you're looking for doesn't exist.",
    authorNotFound: 'Author not found',
    authorNotLoaded: 'Failed to load author data',
    noPreview: 'No Preview Here',
    noPreviewText: 'The link has ended, was revoked, or is not whole.',
    onlyStory: 'The home page and its section cannot be shown with it here.',
  },
  /** The label of the fact that says where a house is: search engines are told of it. */
  place: 'Place',
  moved: 'Moved',
  /** Before and after the address. */
  movedTo: { before: 'This page has moved to ', after: '.' },

  feedOf: (subject: string) => `Stories in ${subject}`,

  /** The pages that a link for previews leads to, and why it shows none. */
  previews: {
    story: 'Story',
    home: 'Home',
    later: 'This preview cannot be shown now. Please try again in a moment.',
    notNow: 'This preview cannot be drawn as the story is now.',
    none: 'There is no preview at this address.',
  },

  forPrograms: {
    markdown: 'Each story is there as Markdown, too: at the address of its page with the ending .md.',
    latest: 'Latest Stories',
    all: 'All Stories',
    authors: 'Authors',
    feeds: 'Feeds',
    siteMap: 'Site map',
  },
}

const IGNORE = 'If this was not you, you need do nothing.'
const SEVEN_DAYS = 'The link works for seven days.'

/** Mails to subscribers, by what their link is for. */
const mails = {
  confirm: {
    subject: (siteName: string) => `Confirm your subscription to ${siteName}`,
    text: (siteName: string) =>
      `Somebody, we hope you, entered this address to subscribe to the letters of ${siteName}.`,
    note: `${SEVEN_DAYS} ${IGNORE} Without your confirmation we send you no letters.`,
  },
  preferences: {
    subject: (siteName: string) => `Choose your letters from ${siteName}`,
    text: (siteName: string) =>
      `You asked for a link to choose which letters of ${siteName} come to this address.`,
    note: IGNORE,
  },
  unsubscribe: {
    subject: (siteName: string) => `Unsubscribe from ${siteName}`,
    text: (siteName: string) => `You asked for a link to unsubscribe from the letters of ${siteName}.`,
    note: IGNORE,
  },
  data: {
    subject: (siteName: string) => `Your data at ${siteName}`,
    text: (siteName: string) =>
      `You asked what ${siteName} keeps about this address. Follow the link to confirm that, and we send it to you within thirty days.`,
    note: `${SEVEN_DAYS} ${IGNORE}`,
  },
  erasure: {
    subject: (siteName: string) => `Delete your data at ${siteName}`,
    text: (siteName: string) =>
      `You asked ${siteName} to delete what it keeps about this address. Follow the link to confirm that: we stop sending letters at once and delete the rest within thirty days.`,
    note: `${SEVEN_DAYS} ${IGNORE}`,
  },
  agreed: (wording: string) => `What you agree to: “${wording}”`,
  leave: 'Unsubscribe',
  /** Around a letter. */
  letter: {
    browser: 'View in browser',
    preferences: 'Choose what comes',
    why: (siteName: string) =>
      `You get this letter because this address subscribed to the letters of ${siteName}.`,
  },
}

/** English, in the wordings of the specification. */
export const en = { ...enScripts, ...pages, mails }
