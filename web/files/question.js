// What a file leaves open.

/** A person has to say something about a file before it can be read. `about` is `dates`, `decimal`, `columns` or `file`. */
export class Question extends Error {
  name = 'Question'

  constructor(about, message) {
    super(message)
    this.about = about
  }
}
