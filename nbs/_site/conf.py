"The site: `sphinx-build -W --keep-going -b html -c nbs/_site nbs _docs`. How a notebook becomes a page is told in `pages.py`."
import sys
from configparser import ConfigParser
from importlib import import_module
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))
settings = ConfigParser()
settings.read(here.parents[1]/'settings.ini', encoding='utf-8')
settings = settings['DEFAULT']

project, author, release = settings['title'], settings['author'], settings['version']
copyright = settings['copyright']
extensions = ['myst_nb', 'sphinx_copybutton', 'pages']
root_doc, exclude_patterns = 'index', ['_*', 'oracle', '**/.*']

# Notebooks: as they were saved; nothing is run and nothing is loaded from elsewhere.
nb_execution_mode, nb_ipywidgets_js, nb_merge_streams, nb_render_markdown_format = 'off', {}, True, 'myst'
nb_render_image_options = dict(alt='What the code above draws')
myst_enable_extensions = ['dollarmath', 'attrs_inline']
myst_fence_as_directive = ['mermaid']
myst_heading_anchors = 3

html_theme, html_title = 'sphinx_book_theme', project
html_math_renderer = 'mathml'
templates_path, html_static_path, html_css_files, html_js_files = ['templates'], ['static'], ['book.css'], ['book.js']
for family, styles in dict(font_source_serif_pro='Regular It Semibold', font_source_sans_pro='Regular It Semibold').items():
    files = Path(import_module(family).__file__).parent/'files'
    html_static_path += [str(f) for style in styles.split() for f in files.glob(f'*-{style}.otf')]
html_logo = html_favicon = 'static/tiny.svg'
html_use_index = html_domain_indices = html_show_sphinx = False
html_context = dict(default_mode='auto')
html_theme_options = dict(
    repository_url=settings['git_url'], repository_branch=settings['branch'], path_to_docs=settings['nbs_path'],
    use_repository_button=True, use_edit_page_button=True, use_download_button=True, use_fullscreen_button=False,
    launch_buttons=dict(notebook_interface='jupyterlab', binderhub_url='https://mybinder.org', colab_url='https://colab.research.google.com'),
    logo=dict(text=project), toc_title='On this page', show_toc_level=2, navbar_persistent=[],
    pygments_light_style='github-light', pygments_dark_style='github-dark')
