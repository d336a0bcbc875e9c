export { systemClock } from './clock.js';
export type { ReceiverClock } from './clock.js';
export { commandFlaws } from './command/flaws.js';
export { serveCommandApi } from './command/serve-command-api.js';
export { defaultTokens } from './credentials.js';
export { answerOf } from './dialect/answer-form.js';
export { withValueAt } from './dialect/pointer.js';
export type {
  AnswerForm,
  Dialect,
  DialectAnswers,
  DialectCaller,
  DialectConduct,
  DialectIntent,
  DialectJobs,
  DialectKey,
  DialectList,
  DialectListRead,
  DialectRead,
  DialectUpdate,
  DialectView,
  RequestForm,
} from './dialect/dialect.js';
export type { Flaw } from './flaws/flaw.js';
export { receiverFlaws } from './flaws/index.js';
export type { Parts } from './parts.js';
export { openReceiver } from './receiver.js';
export { memoryDatabases } from './store/memory-databases.js';
export type { LentDatabase } from './store/memory-databases.js';
export type { Receiver, ReceiverOptions } from './receiver.js';
export { serveReceiver } from './server.js';
export type { ServedReceiver, ServeOptions } from './server.js';
