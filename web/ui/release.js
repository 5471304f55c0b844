// A new release of the page: announces it, and activates it when the person asks for it.

/**
 * Keeps the page's files for use without a network, and reports when newer ones are available.
 *
 * @param {ServiceWorkerContainer} serviceWorker
 * @param {{ notify: Function, reload: () => void }} page
 * @throws when the browser keeps no service worker
 */
export async function watchReleases(serviceWorker, { notify, reload }) {
  let registration
  let { controller } = serviceWorker
  const offer = () => notify('release', { text: 'A new version is ready.', action: ['Reload', () => {
    // Another tab may have been faster.
    if (!registration?.waiting) return reload()
    serviceWorker.addEventListener('controllerchange', reload)
    registration.waiting.postMessage('take over')
  }] })
  serviceWorker.addEventListener('controllerchange', () => {
    // The first controller belongs to this page's own release. A later one was activated in some tab, and here the
    // person may be typing.
    if (controller) offer()
    controller = serviceWorker.controller
  })
  registration = await serviceWorker.register('sw.js', { updateViaCache: 'none' })
  const look = () => registration.waiting && controller && offer()
  look()
  registration.onupdatefound = () => registration.installing.addEventListener('statechange', look)
  return registration
}
