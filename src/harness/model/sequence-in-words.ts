import { counted } from './spelled.js';
import type { Move, Sequence } from './sequence.js';

/** A sequence in one sentence, without its full stop: what a report tells of it. */
export function sequenceInWords(sequence: Sequence): string {
  const { keys, twins, lookUpFirst } = sequence;
  const circumstances = [
    ...(keys === 'made' || keys === 'word' ? [] : [`keys alike in ${keys.replaceAll('-', ' ')}`]),
    ...(twins ? ['actions that differ in their key alone'] : []),
    ...(lookUpFirst ? ['a sender that looks up before it sends again'] : []),
  ];
  const moves = sequence.moves.map((move) => moveInWords(sequence, move)).join('; then ');
  return circumstances.length === 0 ? moves : `with ${circumstances.join(', and ')}: ${moves}`;
}

function moveInWords(sequence: Sequence, move: Move): string {
  const who = (number: number): string =>
    `action ${'abcdefghijklmnopqrstuvwxyz'[number % Math.max(1, sequence.contents.length)] ?? number}`;
  switch (move.move) {
    case 'tell': {
      const manner = move.manner === 'plainly' ? '' : `, ${move.manner.replaceAll('-', ' ')}`;
      const content = move.content === 0 ? '' : ' with other content';
      return `${who(move.who)} is told${content}${manner}${move.effect === null ? '' : ` (${move.effect})`}`;
    }
    case 'tell-as':
      return `${who(move.who)} is told by ${move.as === 'refused' ? 'somebody whose credential is refused' : 'another tenant'}`;
    case 'race':
      return `${move.who.map((number) => who(number)).join(', ')} are told at once${move.content === 0 ? '' : ', with another content among them'}${move.slow ? ', while the receiver is slow' : ''}`;
    case 'misfit':
      return `a request for ${who(move.who)} comes that is none (${move.what})`;
    case 'odd-key':
      return `a create comes with ${move.what === 'none' ? 'no key' : 'an empty key'}`;
    case 'second':
      return `the key of ${who(move.who)} is used for the second operation`;
    case 'intent':
      return `one business intent comes under two keys${move.content === 'other' ? ' with two contents' : ''}${move.together ? ' at once' : ''}`;
    case 'trouble':
      return `${who(move.who)} is told while the receiver ${move.what === 'throttled' ? 'throttles' : `fails (${move.what})`}`;
    case 'deliver': {
      const haps = move.haps.length === 0 ? '' : ` (${move.haps.join(', ')})`;
      const approval = move.approval === 'good' ? '' : `, its approval ${move.approval}`;
      return `the sender delivers ${who(move.who)}${haps}${approval}`;
    }
    case 'stand-still':
      return `the sender delivers ${who(move.who)}, its worker standing still at ${move.at} for ${move.ofLease} % of its lease${move.other ? ' while others come' : ''}`;
    case 'operate':
      return `an operator asks to ${move.act} ${who(move.who)}`;
    case 'change':
      return `${who(move.who)} is changed, from its ${move.version} version${move.times > 1 ? `, told ${move.times} times` : ''}`;
    case 'race-of-changes':
      return `two changes of ${who(move.who)} at once`;
    case 'change-unknown':
      return 'a record that is not there is changed';
    case 'remove':
      return `${who(move.who)} is deleted`;
    case 'look':
      return `${who(move.who)} is asked after by ${move.by}${move.as === 'main' ? '' : ` as ${move.as.replaceAll('_', ' ')}`}`;
    case 'crowd':
      return `${counted(move.size, 'other action is', 'other actions are')} told in between`;
    case 'restart':
      return `the receiver is ${move.how === 'kill' ? 'killed and started' : 'restarted'}`;
    case 'age':
      return `${move.ofWindow} % of the window passes`;
  }
}
