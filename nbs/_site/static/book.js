// The theme scrolls the sidebar to where it was; the page that is open stays in sight.
addEventListener('load', () => document.querySelector('.bd-links .current')?.scrollIntoView({block: 'nearest'}))
