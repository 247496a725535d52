/** Maximum number of scenarios or recorded runs on the page, each in one column. More columns would be too narrow to compare. */
export const MAX_DRAFTS = 4;
/** Maximum number of pinned flows, and of pinned ports. */
export const MAX_PINS = 16;
