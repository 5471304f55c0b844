// The features that the page is opened with, for tests that open a store or a phone.

import { featureList } from '../../../web/core/feature-list.js'
import { addKinds } from '../../../web/core/units.js'
import { features } from '../../../web/features.js'
import { openPhone as open } from '../../../web/phone.js'
import { Database } from '../../../web/store/database.js'

export const list = featureList(features)
addKinds(list.kinds)

export const openPhone = (options) => open({ features, ...options })

export const newDatabase = (name, factory) => new Database(name, factory, list.schemas)
