import { daysBefore } from './dates.ts'
import { stableId } from './stable.ts'

const MESSAGES = [
  {
    name: 'Tamsin Bell',
    email: 'tamsin.bell@example.com',
    subject: 'The beetroot',
    message:
      'We have just had the same limestone put in, and I read your piece to my husband aloud, and then we went and did it. His is soy sauce. Could you ask the family whether theirs has faded at all? Ours is five days old and I check it every morning.',
    status: 'new',
    daysAgo: 1,
  },
  {
    name: 'Oskar Lindgren',
    email: 'oskar.lindgren@example.org',
    message: 'Is there a printed edition, and would you send it to Norway? I do not mind how long it takes.',
    status: 'new',
    daysAgo: 2,
  },
  {
    name: 'Paloma Castro',
    email: 'paloma@example.com',
    subject: 'A house you might like',
    phone: '+34 600 000 000',
    message:
      'My aunt has lived for fifty-one years in a flat with one door. Not one front door: one door. She would talk to you if you came before eleven. After eleven she sings.',
    status: 'new',
    daysAgo: 3,
  },
  {
    name: 'Ruairi Dunne',
    email: 'ruairi.dunne@example.net',
    subject: 'Correction',
    message:
      'A ladder-back chair with five slats is a five-slat chair, but the one in your picture has four. I mention it because you are usually right about chairs.',
    status: 'read',
    daysAgo: 6,
  },
  {
    name: 'Hilde Bakker',
    email: 'hilde.bakker@example.org',
    subject: 'Contributing',
    message:
      'I am a retired stairlift fitter and have been inside some two thousand houses, always starting with the stairs. Would that be of interest as a column? I can spell.',
    status: 'answered',
    daysAgo: 9,
  },
  {
    name: 'Emeka Adeyemi',
    email: 'emeka.a@example.com',
    subject: 'Paint in “My mother’s pink”',
    message:
      'Can you tell me the name of the pink? My own mother has seen it now and I am not being left in peace.',
    status: 'answered',
    daysAgo: 13,
  },
  {
    name: 'Gwen Hughes',
    email: 'gwen@example.net',
    subject: 'Newsletter',
    message:
      'The Sunday letter came twice. I read it twice, so no harm done, but I thought you would want to know.',
    status: 'read',
    daysAgo: 17,
  },
  {
    name: 'Marek Novak',
    email: 'marek.novak@example.com',
    subject: 'Use in a class',
    phone: '020 7946 0000',
    message:
      'I teach carpentry to sixteen-year-olds. May I hand out the story about the bench? They liked the part where it goes wrong, and have asked whether it can go wrong like that for them.',
    status: 'answered',
    daysAgo: 24,
  },
  {
    name: 'Joyce Wells',
    email: 'joyce.wells@example.org',
    subject: 'Lamps',
    message:
      'Following your advice we turned off the ceiling light on Tuesday. On Wednesday my father-in-law walked into the piano. We remain of your opinion. He does not.',
    status: 'read',
    daysAgo: 31,
  },
  {
    name: 'Sunil Sharma',
    email: 'sunil.sharma@example.com',
    subject: 'Reading aloud',
    message:
      'My eyes are not what they were and I have the machine read your stories to me. It does the headings very well. It says “zellige” like a sneeze.',
    status: 'answered',
    daysAgo: 45,
  },
  {
    name: 'Anouk Moreau',
    email: 'anouk.moreau@example.net',
    message:
      'Thank you for the one about the guest book shelf. We have put one up. So far: my sister, the plumber.',
    status: 'read',
    daysAgo: 58,
  },
  {
    name: 'Kofi Quinn',
    email: 'kofi.quinn@example.org',
    subject: 'Moving day',
    phone: '+44 7700 900000',
    message:
      'We followed the order of unpacking to the letter and had tea in the new house nineteen minutes after the van came. What I want to ask is what you do about the cat.',
    status: 'answered',
    daysAgo: 72,
  },
]

/** The rows of `contact_messages`, dated before `now`. */
export function messageRows(now: Date) {
  return MESSAGES.map(({ daysAgo, ...message }) => ({
    id: stableId('message', message.email),
    subject: null,
    phone: null,
    ...message,
    created_at: daysBefore(now, daysAgo, message.email).toISOString(),
  }))
}
