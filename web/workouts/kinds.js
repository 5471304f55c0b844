// Height and body fat, which a scale or a companion sends beside the weight. `Sources/Vitals/BodyMeasures/BodyMeasures.swift` has
// the same for the other phones.

export const bodyKinds = {
  HEIGHT: { unit: 'CM', minimum: 30, maximum: 300, name: 'Height', short: 'Height', symbol: 'cm', mark: 'mean', digits: 1 },
  BODY_FAT: { unit: 'PERCENT', minimum: 1, maximum: 75, name: 'Body fat', short: 'Body fat', symbol: '%', mark: 'mean', digits: 1 },
}
