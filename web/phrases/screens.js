// What phrases show: the field for a sentence above the first screen, and a symptom's label in the form and in the history.

import { labelDraft, labelField } from './fields.js'
import { sentence } from './sentence.js'
import { summary } from './summary.js'

export const phrasesScreens = { todayTop: sentence, formFields: labelField, formDraft: labelDraft, overview: summary }
