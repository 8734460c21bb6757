import { takeDroppedFiles } from './drop-file.js';
import { showLongTables } from './long-table.js';
import { showLiveCandidates } from './live-candidates.js';
import { followWork } from './follow-work.js';
import { offerCopies } from './copy-button.js';
import { reviewByKeyboard } from './review-keys.js';
import { tryOut } from './try-out.js';

/* Scripts of the pages: each part looks for its elements, and does nothing where there are none. */

showLiveCandidates(document);
offerCopies(document);
reviewByKeyboard(document);
tryOut(document);
takeDroppedFiles(document);
showLongTables(document);
followWork(document);
