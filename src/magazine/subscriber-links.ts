/** The button of each link in mails to subscribers, and what the page says above it. */
export const SUBSCRIBER_LINKS = {
  confirm: {
    text: 'One press, and our letters come to your address.',
    button: 'Confirm my subscription',
  },
  preferences: {
    text: 'Choose what comes to your address; you can change it whenever you like.',
    button: 'Choose what comes',
  },
  unsubscribe: {
    text: 'One press, and we send no more letters to your address.',
    button: 'Unsubscribe',
  },
  data: {
    text: 'One press, and we send what we keep about you to your address within thirty days.',
    button: 'Send me my data',
  },
  erasure: {
    text: 'One press: we send no more letters, and within thirty days delete what we keep about you.',
    button: 'Delete my data',
  },
  undo: { text: 'You are unsubscribed. Was that a mistake?', button: 'Undo' },
  open: { text: 'One press, and what the mail says is done.', button: 'Go On' },
} as const
