/** The texts in the magazine's own voice with which a new database begins. They can be changed in the admin; see
 * domain/site/texts.ts. */
export const TEXTS = {
  home_kind: 'A journal of lived-in homes',
  home_description:
    '{name} is a journal of lived-in homes: rooms, the people who use them, and what was kept.',
  letter_heading: 'One letter a week. *Nothing to buy in it.*',
  letter_dialog_heading: 'One letter *a week.*',
  letter_text: 'Rooms that were lived in before we came to look, every Sunday morning.',
  letter_welcome: 'Welcome to {name}. Your first newsletter arrives within a few days.',
  letter_thanks: "You'll receive our latest design insights and home tours.",
  letter_tips: 'Design tips',
  welcome_heading: 'You are *in.*',
  welcome_stories: 'Until the first letter',
  consent_letter_line: 'We send our weekly letter and design tips to this address until you unsubscribe.',
  consent_contact:
    'Sending a message also signs this address up for our weekly letter and design tips, until you unsubscribe.',
  authors_description:
    'The people who write {name}: where they sit, what they look at first, and the stories they have brought home.',
  authors_intro:
    'Our writers are shown by the chairs they write in. Most of them think it the better likeness.',
  contact_description:
    'Write to the editors of {name}: a room we should see, a mistake we made, a question about a story.',
  contact_intro:
    'Tell us about a room we should see, a mistake we made, or the chair you cannot find again. Somebody reads everything, usually on a Thursday.',
  about_description:
    '{name} is a journal of lived-in homes. Why we make it, how we look at rooms, and the four things that guide us.',
  about_heading: 'A journal of *lived-in* homes',
  about_intro:
    '{name} is about rooms that were used before anybody came to look, and will be used again as soon as we have gone.',
  about_picture: '/about-640.webp',
  about_picture_alt: 'A hall with coats on pegs, a bench with two cushions, and shoes left under it',
  about_first_heading: 'Our Why',
  about_first_text: `Most pictures of homes are taken on the one day nobody lives there. The fruit is bought for the bowl, the cables are behind the sofa, and the people have been sent out for coffee. We wanted to know what the room looked like an hour later.

So we began to visit homes as guests do. We ring, we wipe our feet, we stay for a meal if we are asked. We write down what was moved and what was kept, what it cost, and who carried it up the stairs. A home, we have come to think, is the only thing most people ever design, and they hardly ever get credit for it.`,
  about_second_heading: 'Our Point of View',
  about_second_text: `Good design is what you stop noticing and then miss in a hotel. It is rarely new and does not have to be expensive. It comes from paying attention to one place for a long time, which is why the people we trust most about a room are the ones who have swept it.

We are not against beautiful things. We only like them better with a mark on them. You will find advice here, but always from somebody who got it wrong first and has kept the receipt.`,
  about_values_heading: 'What Guides Us',
  about_values: `Thoughtful curation
We print a room because somebody in it made a decision, and we leave out the rooms where only money did. If we would not sit down in it, you will not see it here.

Nature as co-designer
A window decides more than a paint chart does. So do the damp, the north wall and the tree next door. We ask what the weather wanted before we ask what the owner wanted.

Ritual over routine
A routine is what you do to get it done. A ritual is the same thing, done at a table you like. We look for the second kind: the Sunday bath, the chair by the door, the cup that is only for mornings.

Seasons of home
No house is finished, and few are the same in March as in October. We go back. Some of our best stories are about what had changed.`,
  privacy_email: 'privacy@mantel.example',
  advice_heading: 'About homes, and advice',
  advice_text:
    'Our stories describe what other people did in their houses. They are meant for interest and not as professional advice. Before you move a wall, a pipe, a wire or anything heavy, ask someone who is qualified and allowed to do it where you live.',
  liability_limit: 'one hundred US dollars',
  governing_law: 'the United States and of the state in which {name} has its principal office',
  legal_since: '2025-08-01',
  copyright: '© 2026 {name}. Printed on light.',
  lost_stories: 'On the shelf meanwhile',
  fact_labels: 'Place\nArchitect\nYear\nArea\nWho lives here\nWhat was moved\nWhat was kept',
} as const
